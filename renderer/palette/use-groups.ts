import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { navigate, pageOfArticle } from '../route.tsx'
import { useAnswer, useSession, useText } from '../session.tsx'
import { copyText } from '../shared/copy-button.tsx'
import { usePlaces } from '../shared/places.ts'
import { forgetRecent, useRecent } from '../shared/recent.ts'
import { useDebounced } from '../shared/use-debounced.ts'
import { searchKey } from '../text.ts'
import { type Command, type CommandGroup, checkAddress, placesFor, subjectsFor } from './commands.ts'

const articlesShown = 6

/** The entries of the palette for a text: subjects to verify, places, pages, articles and actions. Empty groups are left out. */
export function useGroups(typed: string): { readonly groups: readonly CommandGroup[]; readonly isSearching: boolean } {
  const words = useText().palette
  const { client, language } = useSession()
  const [lastPlaces, lastElements] = [useRecent('lugares'), useRecent('elementos')]
  const places = usePlaces() ?? []
  const vocabulary = useAnswer(['elementos'], (one, signal) => one.listElements.query({}, { signal })).data
  const q = useDebounced(typed.trim())
  // `signal` cancels an older search when a newer one begins.
  const articles = useQuery({
    queryKey: [language, 'search', q, 'palette'],
    queryFn: ({ signal }) => client.search.query({ q, limit: articlesShown }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const here = new URL(location.href)
  const isEmpty = typed.trim() === ''
  const placesNamed = placesFor(places, typed, lastPlaces)
  const verifyAt = placesNamed.slice(0, isEmpty ? 0 : 1).map(
    ({ id, label, hint }): Command => ({
      id: `verificar-en-${id}`,
      label: words.verifyAt(label),
      ...(hint === undefined ? {} : { hint }),
      run: () => navigate(checkAddress(here, { place: label })),
    }),
  )
  const subjects = (vocabulary === undefined ? [] : subjectsFor(vocabulary, typed, lastElements)).map(
    ({ element, parameter, hint }): Command => ({
      id: `comprobar-${element}-${parameter ?? ''}`,
      label: parameter === undefined ? element : `${element} · ${parameter}`,
      ...(hint === undefined ? {} : { hint }),
      isSpanish: true,
      run: () =>
        navigate(
          checkAddress(here, {
            ...(lastPlaces[0] === undefined || here.pathname === '/verificar' ? {} : { place: lastPlaces[0] }),
            element,
            ...(parameter === undefined ? {} : { parameter }),
          }),
        ),
    }),
  )
  const sheets = placesNamed.map(
    ({ id, label, hint }): Command => ({
      id: `lugar-${id}`,
      label,
      ...(hint === undefined ? {} : { hint }),
      isSpanish: true,
      run: () => navigate(`/municipios/${id}`),
    }),
  )
  const found = (isEmpty ? [] : (articles.data?.items ?? [])).map(
    ({ number, title, document_title, version, url }): Command => ({
      id: url,
      label: `${number} ${title}`,
      hint: `${document_title} · ${version}`,
      isSpanish: true,
      run: () => navigate(pageOfArticle(url)),
    }),
  )
  const groups = [
    { id: 'verificar', title: isEmpty ? words.recentElements : words.verify, commands: [...verifyAt, ...subjects] },
    { id: 'lugares', title: isEmpty ? words.recentPlaces : words.places, commands: sheets },
    { id: 'paginas', title: words.pages, commands: usePages().filter(({ label }) => holds(label, typed)) },
    { id: 'acciones', title: words.actions, commands: useActions().filter(({ label }) => holds(label, typed)) },
    { id: 'articulos', title: words.articles, commands: found },
  ]
  return { groups: groups.filter(({ commands }) => commands.length > 0), isSearching: !isEmpty && (q !== typed.trim() || articles.isFetching) }
}

function holds(label: string, typed: string): boolean {
  const own = searchKey(label)
  return searchKey(typed)
    .split(' ')
    .every((word) => own.includes(word))
}

function usePages(): Command[] {
  const text = useText()
  return Object.entries(text.pages).map(([name, label]) => ({ id: `pagina-${name}`, label, run: () => navigate(`/${name}`) }))
}

function useActions(): Command[] {
  const words = useText().palette
  const { language, setLanguage, signOut } = useSession()
  const leave = useText().key.leave
  return [
    { id: 'idioma', label: words.language, run: () => setLanguage(language === 'es' ? 'en' : 'es') },
    // Wait until the dialog is closed, so that it is not printed.
    { id: 'imprimir', label: words.print, run: () => void setTimeout(print, 300) },
    { id: 'copiar', label: words.copyAddress, run: () => void copyText(location.href) },
    { id: 'olvidar', label: words.forget, run: forgetRecent },
    ...(signOut === undefined ? [] : [{ id: 'salir', label: leave, run: () => void signOut() }]),
  ]
}

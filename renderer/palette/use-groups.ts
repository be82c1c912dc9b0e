import { navigate } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { copyText } from '../shared/copy-button.tsx'
import { optionNamed } from '../shared/options.ts'
import { usePlaces } from '../shared/places.ts'
import { forgetRecent, useRecent } from '../shared/recent.ts'
import { searchKey } from '../text.ts'
import { type Command, type CommandGroup, checkAddress } from './commands.ts'
import { useLine } from './use-line.ts'

interface Groups {
  readonly groups: readonly CommandGroup[]
  readonly note: string | undefined
  readonly isSearching: boolean
}

/** The entries of the palette for a text: what the service reads in it, then pages and actions. Without text, what was used last. Empty groups are left out. */
export function useGroups(typed: string): Groups {
  const words = useText().palette
  const { groups: meant, place, note, isReading } = useLine(typed)
  const read =
    place === undefined
      ? meant
      : meant.flatMap((one) =>
          one.id === 'place' ? [one, { id: 'verificar', title: words.verify, commands: [checkAt(place, words.verifyAt)] }] : [one],
        )
  const last = useLast()
  const isEmpty = searchKey(typed) === ''
  const own = [
    { id: 'paginas', title: words.pages, commands: usePages().filter(({ label }) => holds(label, typed)) },
    { id: 'acciones', title: words.actions, commands: useActions().filter(({ label }) => holds(label, typed)) },
  ].filter(({ commands }) => commands.length > 0)
  // A page or an action that is named by its first word goes before what may be meant.
  const isNamed = !isEmpty && own.some(({ commands }) => commands.some(({ label }) => searchKey(label).startsWith(searchKey(typed))))
  return { groups: isEmpty ? [...last, ...own] : isNamed ? [...own, ...read] : [...read, ...own], note, isSearching: isReading }
}

/** The check in hand at another place. */
function checkAt({ id, title }: { readonly id: string; readonly title: string }, label: (place: string) => string): Command {
  return { id: `verificar-en-${id}`, label: label(title), run: () => navigate(checkAddress(new URL(location.href), { place: id })) }
}

/** The subjects and places used last: a subject keeps the place, a place the subject. */
function useLast(): readonly CommandGroup[] {
  const words = useText().palette
  const [lastPlaces, lastElements] = [useRecent('lugares'), useRecent('elementos')]
  const places = usePlaces() ?? []
  const here = new URL(location.href)
  const subjects = lastElements.map(
    (element): Command => ({
      id: `comprobar-${element}`,
      label: element,
      isSpanish: true,
      run: () =>
        navigate(checkAddress(here, { ...(lastPlaces[0] === undefined || here.pathname === '/verificar' ? {} : { place: lastPlaces[0] }), element })),
    }),
  )
  const sheets = lastPlaces
    .flatMap((name) => optionNamed(places, name) ?? [])
    .map(
      ({ id, label, hint }): Command => ({
        id: `lugar-${id}`,
        label,
        ...(hint === undefined ? {} : { hint }),
        isSpanish: true,
        run: () => navigate(`/municipios/${id}`),
      }),
    )
  return [
    { id: 'verificar', title: words.recentElements, commands: subjects },
    { id: 'lugares', title: words.recentPlaces, commands: sheets },
  ].filter(({ commands }) => commands.length > 0)
}

/** True if every word of a text is in a label, at the beginning of a word. */
function holds(label: string, typed: string): boolean {
  const own = ` ${searchKey(label)}`
  return searchKey(typed)
    .split(' ')
    .every((word) => own.includes(` ${word}`))
}

function usePages(): Command[] {
  const text = useText()
  return Object.entries(text.pages).map(([name, label]) => ({
    id: `pagina-${name}`,
    label,
    run: () => navigate(name === 'inicio' ? '/' : `/${name}`),
  }))
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
    {
      id: 'olvidar',
      label: words.forget,
      run: forgetRecent,
    },
    ...(signOut === undefined ? [] : [{ id: 'salir', label: leave, run: () => void signOut() }]),
  ]
}

import { useQuery } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { DesktopCommands } from './desktop.tsx'
import { Bar } from './frame/bar.tsx'
import { NotFoundPage } from './not-found.tsx'
import { usePaletteKeys } from './palette/keys.ts'
import { isPage, Link, useRoute } from './route.tsx'
import { useSession, useText } from './session.tsx'
import { ErrorNotice, Waiting } from './shared/notices.tsx'
import { PageTitle } from './shared/page-title.ts'
import { dayText, momentText } from './text.ts'

const pages = {
  inicio: async () => (await import('./inicio/page.tsx')).InicioPage,
  verificar: async () => (await import('./verificar/page.tsx')).VerificarPage,
  exigencias: async () => (await import('./exigencias/page.tsx')).ExigenciasPage,
  modelo: async () => (await import('./modelo/page.tsx')).ModeloPage,
  buscar: async () => (await import('./buscar/page.tsx')).BuscarPage,
  normativa: async () => (await import('./normativa/page.tsx')).NormativaPage,
  preguntar: async () => (await import('./preguntar/page.tsx')).PreguntarPage,
  proyectos: async () => (await import('./proyectos/page.tsx')).ProyectosPage,
  biblioteca: async () => (await import('./biblioteca/page.tsx')).BibliotecaPage,
  municipios: async () => (await import('./municipios.tsx')).MunicipiosPage,
  'sin-conexion': async () => (await import('./sin-conexion/page.tsx')).SinConexionPage,
  servidor: async () => (await import('./servidor/page.tsx')).ServidorPage,
} satisfies Readonly<Record<string, () => Promise<ComponentType>>>
type PageName = keyof typeof pages
const names = [
  'verificar',
  'exigencias',
  'modelo',
  'buscar',
  'normativa',
  'preguntar',
  'biblioteca',
  'municipios',
  'proyectos',
  'servidor',
  'sin-conexion',
] as const satisfies readonly PageName[]
const loadPalette = async () => ({ default: (await import('./palette/palette.tsx')).Palette })
const Palette = lazy(loadPalette)

/** The frame around every page: navigation, palette, language switch, and the knowledge base in use. */
export function Shell() {
  const text = useText()
  const { client, language, signOut, savedAt } = useSession()
  const { path } = useRoute()
  const name = names.find((one) => path === `/${one}` || path.startsWith(`/${one}/`)) ?? 'inicio'
  const isKnown = isPage(path)
  const [content, setContent] = useState<string>()
  // Fetched again when the window gets the focus, because somebody may have installed another base.
  const meta = useQuery({
    queryKey: [language, 'meta'],
    queryFn: ({ signal }) => client.getMeta.query({}, { signal }),
    refetchOnWindowFocus: 'always',
  })
  useFollowedBase(savedAt === undefined ? meta.data?.kb.sha256 : undefined)
  // The server page still opens by its address, and explains that the key lacks the scope.
  const visiblePages = names.filter((one) => one !== 'servidor' || meta.data?.scopes.includes('admin'))
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  usePaletteKeys(useCallback(() => setPaletteOpen(true), []))
  useEffect(() => {
    document.title = [...(content === undefined ? [] : [content]), isKnown ? text.pages[name] : text.notFound.title, 'Plomada'].join(' · ')
  }, [content, name, isKnown, text])
  // Preload the palette, so that text typed right after its shortcut is not lost.
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), 500)
    return () => clearTimeout(timer)
  }, [])
  const main = useFocusOnChange(name)
  return (
    <>
      <a className="skip" href="#contenido">
        {text.skip}
      </a>
      <Bar current={isKnown ? name : ''} isVisible={(page) => visiblePages.includes(page)} onPalette={() => setPaletteOpen(true)} />
      <main id="contenido" tabIndex={-1} ref={main}>
        {savedAt === undefined || meta.data === undefined ? null : (
          <p role="status" className="answered-here">
            <CloudOff /> {text.sinConexion.answering(meta.data.kb.version, momentText(savedAt, language))}
          </p>
        )}
        <PageTitle value={setContent}>{isKnown ? <Page key={name} name={name} /> : <NotFoundPage />}</PageTitle>
      </main>
      <footer>
        {text.spanishWords === '' ? null : <p>{text.spanishWords}</p>}
        {meta.data === undefined ? null : (
          <>
            <span className="unprinted">
              {text.base(meta.data.kb.version, meta.data.kb.sha256.slice(0, 12), dayText(meta.data.reference_date, language))}
            </span>
            <span className="printed-only">
              Plomada · {text.base(meta.data.kb.version, meta.data.kb.sha256, dayText(meta.data.reference_date, language))}
            </span>
          </>
        )}
        {signOut === undefined ? null : (
          <Link to="/sin-conexion" className="unprinted">
            {text.pages['sin-conexion']}
          </Link>
        )}
        {signOut === undefined ? null : (
          <button type="button" className="quiet unprinted" onClick={() => void signOut()}>
            {text.key.leave}
          </button>
        )}
      </footer>
      <DesktopCommands />
      {isPaletteOpen ? (
        <Suspense fallback={null}>
          <Palette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Keeps the copy of this device, if it has one, the copy of the base that the server uses. */
function useFollowedBase(sha256: string | undefined): void {
  const { client, fetchFile } = useSession()
  useEffect(() => {
    if (sha256 === undefined || !('serviceWorker' in navigator) || navigator.serviceWorker.controller === null) return
    void import('./sin-conexion/use-device-copy.ts').then(({ followBase }) => followBase({ client, fetchFile }, sha256)).catch(() => undefined)
  }, [client, fetchFile, sha256])
}

/** Loads a page when it is first opened. If that fails it offers a retry, which keeps the key. */
function Page({ name }: { readonly name: PageName }) {
  const page = useQuery({
    queryKey: ['page', name],
    queryFn: async () => ({ Body: await pages[name]() }),
    structuralSharing: false,
    gcTime: Infinity,
  })
  const title = useText().pages[name]
  if (page.error !== null)
    return (
      <>
        <h1>{title}</h1>
        <ErrorNotice error={page.error} onRetry={() => page.refetch()} />
      </>
    )
  if (page.data === undefined) return <Waiting />
  return <page.data.Body />
}

/** Moves the focus to the content when another page opens, for keyboard and screen reader users. */
function useFocusOnChange(name: PageName) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(name)
  useEffect(() => {
    if (shown.current === name) return
    shown.current = name
    main.current?.focus({ preventScroll: true })
  }, [name])
  return main
}

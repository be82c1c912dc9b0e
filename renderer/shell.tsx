import { lazy, Suspense, useEffect } from 'react'
import { Link, useRoute } from './route.tsx'
import { useAnswer, useSession, useText } from './session.tsx'
import { Waiting } from './shared/states.tsx'

const pages = {
  verificar: lazy(async () => ({ default: (await import('./verificar/page.tsx')).VerificarPage })),
  buscar: lazy(async () => ({ default: (await import('./buscar.tsx')).BuscarPage })),
  normativa: lazy(async () => ({ default: (await import('./normativa/page.tsx')).NormativaPage })),
  preguntar: lazy(async () => ({ default: (await import('./preguntar.tsx')).PreguntarPage })),
  proyectos: lazy(async () => ({ default: (await import('./proyectos/page.tsx')).ProyectosPage })),
  municipios: lazy(async () => ({ default: (await import('./municipios.tsx')).MunicipiosPage })),
}
const names = ['verificar', 'buscar', 'normativa', 'preguntar', 'municipios', 'proyectos'] as const

/** What stands around every page: the way to the others, the language, and the base in use. */
export function Shell() {
  const text = useText()
  const { language, setLanguage } = useSession()
  const { path } = useRoute()
  const name = names.find((one) => path === `/${one}` || path.startsWith(`/${one}/`)) ?? 'verificar'
  const meta = useAnswer(['meta'], (client, signal) => client.getMeta.query({}, { signal }))
  const Page = pages[name]
  useEffect(() => {
    document.title = `${text.pages[name]} · Plomada`
  }, [name, text])
  return (
    <>
      <a className="skip" href="#contenido">
        {text.skip}
      </a>
      <header className="bar">
        <Link to="/verificar" className="brand">
          Plomada
        </Link>
        <nav aria-label={text.navigation}>
          {names.map((one) => (
            <Link key={one} to={`/${one}`} current={one === name ? 'page' : undefined}>
              {text.pages[one]}
            </Link>
          ))}
        </nav>
        <button type="button" className="quiet" lang={language === 'es' ? 'en' : 'es'} onClick={() => setLanguage(language === 'es' ? 'en' : 'es')}>
          {text.otherLanguage}
        </button>
      </header>
      <main id="contenido" tabIndex={-1}>
        <Suspense fallback={<Waiting />}>
          <Page key={name} />
        </Suspense>
      </main>
      <footer>{meta.data === undefined ? '' : text.base(meta.data.kb.version, meta.data.kb.sha256.slice(0, 12), meta.data.reference_date)}</footer>
    </>
  )
}

import { Link } from './route.tsx'
import { useText } from './session.tsx'

/** Shown at an address of no page: what happened, and where to go on. */
export function NotFoundPage() {
  const text = useText()
  const words = text.notFound
  return (
    <>
      <h1>{words.title}</h1>
      <p>{words.why}</p>
      <ul>
        <li>
          <Link to="/">{words.start}</Link>
        </li>
        <li>
          <Link to="/buscar">{words.search}</Link>
        </li>
        <li>
          <Link to="/proyectos">{text.pages.proyectos}</Link>
        </li>
      </ul>
    </>
  )
}

import { type ReactNode, useRef, useState } from 'react'
import { Autocomplete, Input, Label, TextField } from 'react-aria-components'
import { CommandList } from '../palette/command-list.tsx'
import { useChoice } from '../palette/use-choice.ts'
import { useLine } from '../palette/use-line.ts'
import { Link, pageOfArticle } from '../route.tsx'
import { useAnswer, useSession, useText } from '../session.tsx'
import { Waiting } from '../shared/notices.tsx'
import { useRecentWork } from '../shared/recent.ts'
import { dayText, momentText } from '../text.ts'

/** The home page: one field that understands a check, a section, a place, a document, a project or a question; below it, what one was working on. */
export function InicioPage() {
  const words = useText().inicio
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { groups, note, isReading } = useLine(typed)
  const { choose, onKeyDown } = useChoice(groups, isReading)
  const tryLine = (line: string) => {
    setTyped(line)
    field.current?.focus()
  }
  return (
    <div className="home">
      <h1 className="unseen">Plomada</h1>
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <TextField className="field line" autoFocus onKeyDown={onKeyDown}>
          <Label>{words.label}</Label>
          <Input ref={field} placeholder={words.placeholder} spellCheck={false} autoComplete="off" enterKeyHint="go" />
        </TextField>
        {note === undefined ? null : (
          <p className="help note" role="status">
            {note}
          </p>
        )}
        {typed.trim() === '' ? null : (
          <div className="line-results" aria-busy={isReading}>
            <CommandList label={words.results} groups={groups} empty={isReading ? words.reading : ''} onChoose={choose} />
          </div>
        )}
      </Autocomplete>
      {typed.trim() === '' ? (
        <>
          <Examples onTry={tryLine} />
          <div className="side-by-side">
            <RecentWork />
            <Projects />
            <News />
          </div>
        </>
      ) : null}
    </div>
  )
}

function Examples({ onTry }: { readonly onTry: (line: string) => void }) {
  const words = useText().inicio
  return (
    <div className="examples">
      <p className="help">{words.help}</p>
      <p className="help" id="ejemplos">
        {words.tryThese}
      </p>
      <ul aria-labelledby="ejemplos">
        {words.examples.map((one) => (
          <li key={one}>
            <button type="button" onClick={() => onTry(one)}>
              {one}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Keeps its place while its content is asked for: what stands beside it does not move when the answer comes. */
function Column({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="panel">
      <h2>{title}</h2>
      {children ?? <Waiting />}
    </section>
  )
}

/** Nothing, until something was opened on this machine. */
function RecentWork() {
  const words = useText().inicio
  const work = useRecentWork()
  if (work.length === 0) return null
  return (
    <Column title={words.recent}>
      <ul>
        {work.slice(0, 6).map(({ title, address }) => (
          <li key={address}>
            <Link to={address} lang="es">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Column>
  )
}

function Projects() {
  const words = useText().inicio
  const { language } = useSession()
  const { data, isError } = useAnswer(['proyectos', 'inicio'], (client, signal) => client.listProjects.query({}, { signal }))
  if (isError) return null
  return (
    <Column title={words.projects}>
      {data === undefined ? null : data.items.length === 0 ? (
        <>
          <p>{words.noProjects}</p>
          <p>
            <Link to="/proyectos">{words.newProject}</Link>
          </p>
        </>
      ) : (
        <>
          <ul>
            {data.items.slice(0, 5).map(({ id, name, updated_at }) => (
              <li key={id}>
                <Link to={`/proyectos/${id}`}>{name}</Link> <span className="help">{momentText(updated_at, language, 'day')}</span>
              </li>
            ))}
          </ul>
          <p>
            <Link to="/proyectos">{words.allProjects}</Link>
          </p>
        </>
      )}
    </Column>
  )
}

function News() {
  const words = useText().inicio
  const { language } = useSession()
  const { data, isError } = useAnswer(['meta'], (client, signal) => client.getMeta.query({}, { signal }))
  if (isError) return null
  return (
    <Column title={words.news}>
      {data === undefined ? null : (
        <>
          <ul>
            {data.latest_editions.map(({ document, title, in_force_from, url }) => (
              <li key={document}>
                <Link to={pageOfArticle(url)} lang="es" className="clamped">
                  {title}
                </Link>
                <span className="help">{words.since(dayText(in_force_from, language))}</span>
              </li>
            ))}
          </ul>
          <p className="help">{words.base(data.kb.version, dayText(data.reference_date, language))}</p>
        </>
      )}
    </Column>
  )
}

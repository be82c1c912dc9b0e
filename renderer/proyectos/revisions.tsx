import { memo, useState } from 'react'
import type { Outputs } from '../api.ts'
import { useSession, useText } from '../session.tsx'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { momentText } from '../text.ts'
import { authorName } from './author-name.ts'
import type { StoredProject } from './project.ts'
import { useComparison, useRestore, useRevisions } from './project-queries.ts'
import type { proyectosEs } from './text.es.ts'

type Revision = Outputs['listRevisions']['items'][number]

/** The earlier revisions of a project: who wrote each and when, what it changed, and a way back to it. */
export const Revisions = memo(function Revisions({ stored }: { readonly stored: StoredProject }) {
  const words = useText().proyectos
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="panel" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.revisions}</summary>
      {isOpen ? <RevisionList stored={stored} /> : null}
    </details>
  )
})

function RevisionList({ stored }: { readonly stored: StoredProject }) {
  const words = useText().proyectos
  const { data, error } = useRevisions(stored)
  const restore = useRestore(stored)
  const [shown, setShown] = useState<number>()
  if (data === undefined) return error === null ? <Waiting /> : <ErrorNotice error={error} />
  const oldest = data.items.at(-1)?.revision
  return (
    <>
      <p className="help">{words.revisionsHelp}</p>
      {restore.error === null ? null : <ErrorNotice error={restore.error} />}
      <ol className="revisions" reversed start={stored.revision}>
        {data.items.map((one) => (
          <li key={one.revision}>
            <RevisionLine revision={one} />{' '}
            {one.revision === oldest ? null : (
              <button
                type="button"
                className="quiet"
                aria-label={words.showChanges(one.revision)}
                aria-expanded={shown === one.revision}
                onClick={() => setShown(shown === one.revision ? undefined : one.revision)}
              >
                {words.whatChanged}
              </button>
            )}
            {one.revision === stored.revision ? null : (
              <button type="button" className="quiet" aria-label={words.goBackTo(one.revision)} onClick={() => restore.mutate(one.revision)}>
                {words.goBack}
              </button>
            )}
            {shown === one.revision ? <Changes stored={stored} revision={one.revision} /> : null}
          </li>
        ))}
      </ol>
    </>
  )
}

function RevisionLine({ revision: { at, by, photos } }: { readonly revision: Revision }) {
  const words = useText().proyectos
  const { language } = useSession()
  const moment = momentText(at, language)
  return (
    <span>
      {words.whenAndWho(moment, authorName(by, words))}
      {photos === null || photos === 0 ? null : ` · ${words.photoCount(photos)}`}
    </span>
  )
}

function Changes({ stored, revision }: { readonly stored: StoredProject; readonly revision: number }) {
  const words = useText().proyectos
  const { data, error } = useComparison(stored.id, revision)
  if (data === undefined) return error === null ? <Waiting /> : <ErrorNotice error={error} />
  if (data.changes.length === 0) return <p>{words.noChanges}</p>
  return (
    <ul>
      {data.changes.map(({ path, kind, before, after }) => (
        <li key={`${kind} ${path.join(' ')}`}>
          <strong>{pathName(path, words)}</strong>: {words.changeKinds[kind]}{' '}
          {kind === 'changed'
            ? `${shownValue(before)} → ${shownValue(after)}`
            : kind === 'moved'
              ? ''
              : path[0] === 'photos'
                ? captionOf(kind === 'added' ? after : before)
                : shownValue(kind === 'added' ? after : before)}
        </li>
      ))}
    </ul>
  )
}

/** A field that changed, in words. A photograph is named by its caption, after it. */
function pathName(path: readonly string[], words: typeof proyectosEs): string {
  return path[0] === 'photos' ? words.photos.one : path.map((name) => words.fieldNames[name] ?? name).join(' › ')
}

/** The caption of a photograph; nothing where it has none, or was erased since. */
function captionOf(photo: unknown): string {
  const caption = typeof photo === 'object' && photo !== null && 'caption' in photo ? photo.caption : ''
  return caption === '' ? '' : shownValue(caption)
}

const mostCharacters = 200

/** A value of a project on one line: texts as they are, else JSON, cut where it is long. */
function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? `«${value}»` : JSON.stringify(value)
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Client, Outputs } from '../api.ts'
import { useSession, useText } from '../session.tsx'
import { base64Of } from '../shared/base64.ts'
import { Field } from '../shared/field.tsx'
import { FileButton } from '../shared/file-button.tsx'
import { ErrorNotice, Notice } from '../shared/notices.tsx'
import { momentText } from '../text.ts'
import { useRenew } from './project-queries.ts'
import { smallerPhoto, UnreadableImage } from './smaller-photo.ts'

type Photo = Outputs['listPhotos']['items'][number]

/** The photographs of a check, and a form to add one. */
export function Photos({ projectId, check }: { readonly projectId: string; readonly check: string }) {
  const words = useText().proyectos.photos
  const { client } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['fotos', projectId],
    queryFn: ({ signal }) => client.listPhotos.query({ id: projectId }, { signal }),
    staleTime: 0,
  })
  const renew = useRenew(projectId)
  const own = (data?.items ?? []).filter((photo) => photo.check === check)
  return (
    <section aria-labelledby="fotografias">
      <h3 id="fotografias">{words.title}</h3>
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {own.length === 0 ? null : (
        <ul className="photos">
          {own.map((photo) => (
            <PhotoFigure key={photo.id} projectId={projectId} photo={photo} onRemoved={renew} />
          ))}
        </ul>
      )}
      <AddPhoto projectId={projectId} check={check} onAdded={renew} />
    </section>
  )
}

function PhotoFigure({
  projectId,
  photo,
  onRemoved,
}: {
  readonly projectId: string
  readonly photo: Photo
  readonly onRemoved: () => Promise<void>
}) {
  const words = useText().proyectos.photos
  const { client, language } = useSession()
  const [isAsked, setAsked] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['foto', projectId, photo.id],
    queryFn: ({ signal }) => client.getPhoto.query({ id: projectId, photo: photo.id }, { signal }),
    gcTime: 60_000,
  })
  const remove = useMutation({
    mutationFn: (keep: 'history' | 'nothing') => client.deletePhoto.mutate({ id: projectId, photo: photo.id, keep }),
    onSuccess: onRemoved,
  })
  const name = photo.caption === '' ? words.uncaptioned(momentText(photo.added_at, language)) : photo.caption
  return (
    <li>
      <figure>
        {data === undefined ? (
          <div className="no-photo" />
        ) : (
          <img src={`data:${photo.type};base64,${data.content}`} alt={name} width={photo.width} height={photo.height} />
        )}
        <figcaption>
          {name}
          {photo.caption === '' ? null : <span className="help"> {momentText(photo.added_at, language)}</span>}
        </figcaption>
      </figure>
      {(error ?? remove.error) === null ? null : <ErrorNotice error={error ?? remove.error} />}
      {isAsked ? (
        <>
          <p className="help">{words.removeHelp}</p>
          <div className="actions">
            <button type="button" disabled={remove.isPending} onClick={() => remove.mutate('history')}>
              {words.removeSure}
            </button>
            <button type="button" className="quiet" disabled={remove.isPending} onClick={() => remove.mutate('nothing')}>
              {words.erase}
            </button>
            <button type="button" className="quiet" onClick={() => setAsked(false)}>
              {words.keep}
            </button>
          </div>
        </>
      ) : (
        <button type="button" className="quiet" aria-label={words.removeOne(name)} onClick={() => setAsked(true)}>
          {words.remove}
        </button>
      )}
    </li>
  )
}

interface Chosen {
  readonly file: File
  readonly caption: string
  readonly keepsMetadata: boolean
}

function AddPhoto({ projectId, check, onAdded }: { readonly projectId: string; readonly check: string; readonly onAdded: () => Promise<void> }) {
  const words = useText().proyectos.photos
  const { client } = useSession()
  const [caption, setCaption] = useState('')
  const [keepsMetadata, setKeeps] = useState(false)
  const add = useMutation({
    mutationFn: (chosen: Chosen) => send(client, { id: projectId, check }, chosen),
    async onSuccess() {
      setCaption('')
      await onAdded()
    },
  })
  return (
    <div className="stack">
      <Field label={words.caption} value={caption} onChange={setCaption} />
      <label className="tick">
        <input type="checkbox" checked={keepsMetadata} onChange={({ target }) => setKeeps(target.checked)} />
        {words.keepMetadata}
      </label>
      <p className="help">{keepsMetadata ? words.metadataKept : words.metadataRemoved}</p>
      <div className="actions">
        <FileButton
          label={add.isPending ? words.adding : words.add}
          types={['image/jpeg', 'image/png', 'image/webp']}
          onFile={(file) => add.mutate({ file, caption, keepsMetadata })}
        />
      </div>
      {add.error === null ? null : add.error instanceof UnreadableImage ? (
        <Notice kind="undecided" title={words.unreadable} />
      ) : (
        <ErrorNotice error={add.error} />
      )}
    </div>
  )
}

/** Sends a photograph: made smaller and without metadata, or as it is if they are to be kept. */
async function send(client: Client, where: { readonly id: string; readonly check: string }, { file, caption, keepsMetadata }: Chosen): Promise<void> {
  const content = await base64Of(keepsMetadata ? file : await smallerPhoto(file))
  await client.addPhoto.mutate({ ...where, caption, content, keep_metadata: keepsMetadata })
}

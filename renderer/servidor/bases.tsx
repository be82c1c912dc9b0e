import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type { Outputs } from '../api.ts'
import { useRoute } from '../route.tsx'
import { useAnswer, useSession } from '../session.tsx'
import { base64Of } from '../shared/base64.ts'
import { FileButton } from '../shared/file-button.tsx'
import { ErrorNotice, Notice, Waiting } from '../shared/notices.tsx'
import { openedFile } from '../shared/opened-file.ts'
import { dayText } from '../text.ts'
import { useBasesWords } from './use-words.ts'

type Bases = Outputs['listBases']

/** Largest pack that the page reads, in bytes. */
const mostPackBytes = 256 * 1024 * 1024

/** The installed knowledge bases: which one is in use and why, installation from a file, and rollback. For administrators. */
export function BasesPanel() {
  const words = useBasesWords()
  const { client } = useSession()
  const queries = useQueryClient()
  const bases = useAnswer(['bases'], (asked, signal) => asked.listBases.query({}, { signal }))
  // All cached answers come from the previous base.
  const onSuccess = () => queries.invalidateQueries()
  const install = useMutation({
    mutationFn: async ({ pack, signature }: { readonly pack: File; readonly signature: File | undefined }) =>
      client.installBase.mutate({ pack: await base64Of(pack), signature: (await signature?.text()) ?? '' }),
    onSuccess,
  })
  const rollback = useMutation({ mutationFn: () => client.rollbackBase.mutate({}), onSuccess })
  const trust = useMutation({ mutationFn: async (file: File) => client.trustPublisher.mutate({ public_key: await file.text() }), onSuccess })
  const isBusy = install.isPending || rollback.isPending || trust.isPending
  const refusal = install.error ?? rollback.error ?? trust.error
  const hasOther = bases.data?.held.some(({ in_use, origin }) => !in_use && origin === 'installed') === true
  const isInstalled = bases.data?.held.some(({ in_use, origin }) => in_use && origin === 'installed') === true
  return (
    <section className="panel" aria-labelledby="bases">
      <h2 id="bases">{words.title}</h2>
      {bases.error === null ? null : <ErrorNotice error={bases.error} />}
      {bases.data === undefined ? bases.error === null && <Waiting /> : <BaseList bases={bases.data} />}
      <InstallForm
        isBusy={isBusy}
        onInstall={(pack, signature) => {
          rollback.reset()
          trust.reset()
          install.mutate({ pack, signature })
        }}
      />
      {hasOther || isInstalled ? (
        <p>
          <button
            type="button"
            className="quiet"
            disabled={isBusy}
            onClick={() => {
              install.reset()
              trust.reset()
              rollback.mutate()
            }}
          >
            {words.rollback}
          </button>
        </p>
      ) : null}
      {bases.data?.may_trust === true ? (
        <TrustForm
          isBusy={isBusy}
          onTrust={(file) => {
            install.reset()
            rollback.reset()
            trust.mutate(file)
          }}
        />
      ) : null}
      {isBusy ? <Waiting /> : null}
      {refusal === null ? null : <ErrorNotice error={refusal} />}
      {install.isSuccess && !isBusy ? <Notice kind="complies" title={words.installed} /> : null}
    </section>
  )
}

/** The pack and its signature, as files. */
function InstallForm({ isBusy, onInstall }: { readonly isBusy: boolean; readonly onInstall: (pack: File, signature: File | undefined) => void }) {
  const words = useBasesWords()
  const [pack, setPack] = useState<File>()
  const [signature, setSignature] = useState<File>()
  const opened = useRoute().query.get('abierto')
  useEffect(() => {
    if (opened === null) return
    const take = (use: (file: File | undefined) => void) => (file: Awaited<ReturnType<typeof openedFile>>) =>
      use(file instanceof File ? file : undefined)
    openedFile(mostPackBytes).then(take(setPack), () => undefined)
    openedFile(mostPackBytes, 'signature').then(take(setSignature), () => undefined)
  }, [opened])
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (pack !== undefined) onInstall(pack, signature)
      }}
    >
      <FileField label={words.pack} extension=".kbpack" chosen={pack} onFile={setPack} />
      <FileField label={words.signature} extension=".minisig" chosen={signature} onFile={setSignature} />
      <button type="submit" disabled={isBusy || pack === undefined}>
        {words.install}
      </button>
    </form>
  )
}

/** A publisher's key, as a file. */
function TrustForm({ isBusy, onTrust }: { readonly isBusy: boolean; readonly onTrust: (file: File) => void }) {
  const words = useBasesWords()
  const [file, setFile] = useState<File>()
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (file !== undefined) onTrust(file)
      }}
    >
      <FileField label={words.publicKey} help={words.trustHelp} extension=".pub" chosen={file} onFile={setFile} />
      <button type="submit" disabled={isBusy || file === undefined}>
        {words.trust}
      </button>
    </form>
  )
}

function BaseList({ bases: { held, because, trusted_keys: keys, may_trust: mayTrust } }: { readonly bases: Bases }) {
  const words = useBasesWords()
  const { language } = useSession()
  return (
    <>
      <ul className="held">
        {held.map((base) => (
          <li key={base.pack_sha256 ?? base.origin} className={base.in_use ? 'in' : ''}>
            <strong>
              {base.id} {base.version}
              {base.in_use ? ` · ${words.inUse}` : ''}
            </strong>
            <span className="help">
              {[
                words.origins[base.origin],
                `${words.date} ${dayText(base.reference_date, language)}`,
                ...(base.key_id === undefined ? [] : [`${words.signedBy} ${base.key_id}`]),
                `${words.hash} ${base.sha256.slice(0, 12)}`,
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <p className="help">{because}</p>
      <p className="help">
        {keys.length === 0 ? (mayTrust ? words.noKeysYet : words.noKeys) : `${words.keys} ${keys.map(({ id }) => id).join(', ')}`}
      </p>
    </>
  )
}

/** A button that chooses a file, with its name once it is chosen. */
function FileField({
  label,
  help,
  extension,
  chosen,
  onFile,
}: {
  readonly label: string
  readonly help?: string
  readonly extension: string
  readonly chosen: File | undefined
  readonly onFile: (file: File | undefined) => void
}) {
  const words = useBasesWords()
  const id = useId()
  return (
    <div className="field chosen-file">
      <span className="label">{label}</span>
      <span>
        <FileButton
          label={
            <>
              {words.choose} <span className="unseen">{label}</span>
            </>
          }
          types={[extension]}
          describedBy={id}
          onFile={onFile}
        />{' '}
        <span id={id} className="help" role="status">
          {chosen?.name ?? help ?? words.noFile}
        </span>
      </span>
    </div>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useSession, useText } from '../session.tsx'
import { ErrorNotice } from '../shared/notices.tsx'
import type { Check } from './check.ts'
import { type CheckIds, verdictInput } from './use-verdict.ts'

/** Downloads the certificate: the signed verdict, which anybody can verify and repeat without this service. */
export function CertificateButton({ check, ids, subject }: { readonly check: Check; readonly ids: CheckIds; readonly subject: string }) {
  const words = useText().verdict
  const { client } = useSession()
  const save = useMutation({
    mutationFn: async () => {
      const [answer, { fileName, saveFile }] = await Promise.all([
        client.verify.query({ ...verdictInput(check, ids), include: ['trace', 'certificate'] }),
        import('../shared/save-file.ts'),
      ])
      // The signature covers exactly these bytes.
      saveFile(fileName(`certificado ${subject}`, 'json'), new Blob([JSON.stringify(answer)], { type: 'application/json' }))
    },
  })
  return (
    <>
      <button type="button" title={words.certificateHelp} onClick={() => save.mutate()}>
        {words.certificate}
      </button>
      {save.error === null ? null : <ErrorNotice error={save.error} />}
    </>
  )
}

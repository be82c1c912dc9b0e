import { useMutation } from '@tanstack/react-query'
import { useSession, useText } from '../session.tsx'
import { Trouble } from '../shared/states.tsx'
import type { Check } from './check.ts'
import { type Named, verdictInput } from './use-verdict.ts'

/** Gives the verdict as a signed file that anybody can check and repeat without this service. */
export function CertificateButton({ check, named, subject }: { readonly check: Check; readonly named: Named; readonly subject: string }) {
  const words = useText().verdict
  const { client } = useSession()
  const save = useMutation({
    mutationFn: async () => {
      const [answer, { fileName, saveFile }] = await Promise.all([
        client.verify.query({ ...verdictInput(check, named), include: ['trace', 'certificate'] }),
        import('../shared/files.ts'),
      ])
      // The signature holds for these very bytes.
      saveFile(fileName(`certificado ${subject}`, 'json'), new Blob([JSON.stringify(answer)], { type: 'application/json' }))
    },
  })
  return (
    <>
      <button type="button" title={words.certificateHelp} onClick={() => save.mutate()}>
        {words.certificate}
      </button>
      {save.error === null ? null : <Trouble error={save.error} />}
    </>
  )
}

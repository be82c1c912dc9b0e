import type { Outputs } from '../api.ts'
import { useSession } from '../session.tsx'
import { Notice } from '../shared/notices.tsx'
import { momentText } from '../text.ts'
import { useServidorWords } from './use-words.ts'

/** How the encrypted backups go that the server makes by itself. */
export function BackupPanel({ backup }: { readonly backup: Outputs['getServer']['backup'] }) {
  const words = useServidorWords().backup
  const { language } = useSession()
  const moment = (iso: string | null): string => (iso === null ? words.never : momentText(iso, language))
  return (
    <section className="panel">
      <h2>{words.title}</h2>
      {backup === null ? (
        <p>{words.none}</p>
      ) : (
        <>
          {backup.state === 'failed' || backup.state === 'overdue' ? (
            <Notice kind="fails" title={words.states[backup.state]}>
              <p>{backup.error ?? words.overdueHelp}</p>
            </Notice>
          ) : (
            <p>{words.states[backup.state]}</p>
          )}
          <dl className="facts">
            <dt>{words.last}</dt>
            <dd>{moment(backup.last_success)}</dd>
            <dt>{words.every}</dt>
            <dd>{words.period(backup.every_minutes)}</dd>
            <dt>{words.place}</dt>
            <dd className="long">{backup.place}</dd>
          </dl>
        </>
      )}
    </section>
  )
}

import { useState } from 'react'
import type { Outputs } from '../api.ts'
import { navigate } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { ErrorNotice, Notice } from '../shared/notices.tsx'
import { TableHead } from '../shared/table-head.tsx'
import { momentText } from '../text.ts'
import { authorName } from './author-name.ts'
import { useBin, usePurge, useRecover } from './project-queries.ts'

type Deleted = Outputs['listDeletedProjects']['items'][number]

/** The deleted projects, which can be recovered or erased. Nothing where there is none. */
export function Bin() {
  const words = useText().proyectos
  const { language } = useSession()
  const { data } = useBin()
  const recover = useRecover()
  const purge = usePurge()
  const [asked, setAsked] = useState<Deleted>()
  const day = (iso: string): string => momentText(iso, language, 'day')
  const failed = recover.error ?? purge.error
  if (data === undefined || data.total === 0) return null
  return (
    <details className="panel">
      <summary>{words.bin(data.total)}</summary>
      {failed === null ? null : <ErrorNotice error={failed} />}
      {asked === undefined ? null : (
        <Notice kind="undecided" title={words.purgeSure(asked.name)}>
          <div className="actions">
            <button type="button" onClick={() => [purge.mutate(asked.id), setAsked(undefined)]}>
              {words.purgeYes}
            </button>
            <button type="button" onClick={() => setAsked(undefined)}>
              {words.keep}
            </button>
          </div>
        </Notice>
      )}
      <div className="scroll">
        <table className="cards">
          <TableHead columns={[words.name, words.deleted, words.goneOn, words.binActs]} />
          <tbody>
            {data.items.map((one) => (
              <tr key={one.id}>
                <th scope="row">{one.name}</th>
                <td data-label={words.deleted}>{words.whenAndWho(day(one.deleted_at), authorName(one.deleted_by, words))}</td>
                <td data-label={words.goneOn}>{day(one.gone_at)}</td>
                <td className="acts">
                  <button
                    type="button"
                    className="quiet"
                    aria-label={`${words.recover}: ${one.name}`}
                    onClick={() => recover.mutate(one.id, { onSuccess: ({ id }) => navigate(`/proyectos/${id}`) })}
                  >
                    {words.recover}
                  </button>
                  <button type="button" className="quiet" aria-label={`${words.purge}: ${one.name}`} onClick={() => setAsked(one)}>
                    {words.purge}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

import { useEffect, useId, useRef } from 'react'
import { ErrorNotice } from '../shared/notices.tsx'
import { AnswerBody } from './answer.tsx'
import type { Asked } from './conversation.ts'
import { LibraryPassages } from './library-passages.tsx'
import { useReply } from './use-reply.ts'

/** A question of the conversation with its answer. The newest is brought into view. */
export function Turn({ asked, isNewest }: { readonly asked: Asked; readonly isNewest: boolean }) {
  const reply = useReply(asked)
  const title = useId()
  const section = useRef<HTMLElement>(null)
  const isAnswered = reply.data !== undefined
  useEffect(() => {
    if (isNewest && isAnswered) section.current?.scrollIntoView({ block: 'start' })
  }, [isNewest, isAnswered])
  const isStale = isAnswered && reply.isFetching
  return (
    <section ref={section} className="turn" aria-labelledby={title}>
      <h2 id={title} lang="es">
        {asked.question}
      </h2>
      {isNewest || reply.error === null ? null : <ErrorNotice error={reply.error} onRetry={() => reply.refetch()} />}
      {reply.data === undefined ? null : (
        <div className={isStale ? 'stale' : ''} inert={isStale}>
          <AnswerBody answer={reply.data} question={asked.question} />
          <LibraryPassages question={asked.question} />
        </div>
      )}
    </section>
  )
}

import type { UseQueryResult } from '@tanstack/react-query'
import { useAnswer } from '../session.tsx'
import type { Answer } from './answer-parts.ts'
import type { Asked } from './conversation.ts'

/** The key of an answer in the cache, without the language. */
export function replyKey({ question, history }: Asked): readonly unknown[] {
  return ['ask', question, history]
}

/** The answer to a question of the conversation. */
export function useReply(asked: Asked): UseQueryResult<Answer> {
  const { question, history } = asked
  return useAnswer(
    replyKey(asked),
    (client, signal) => client.ask.query({ query: question, history: [...history] }, { signal }),
    question === '' ? 'wait' : 'ask',
  )
}

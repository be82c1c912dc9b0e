/** Most earlier questions that the service takes with a question. */
const mostEarlier = 6

/** A question of a conversation, with the earlier ones that are sent with it, oldest first. */
export interface Asked {
  readonly question: string
  readonly history: readonly string[]
}

/** The questions of a conversation, oldest first: its address has them all. */
export function questionsOf(query: URLSearchParams): readonly string[] {
  return query.getAll('q').filter((one) => one.trim() !== '')
}

/** The address of a conversation. */
export function conversationAddress(questions: readonly string[]): string {
  return questions.length === 0 ? '/preguntar' : `/preguntar?${new URLSearchParams(questions.map((one) => ['q', one]))}`
}

/** The question at a position, as it is sent. */
export function askedAt(questions: readonly string[], position: number): Asked {
  return { question: questions[position] ?? '', history: questions.slice(Math.max(0, position - mostEarlier), position) }
}

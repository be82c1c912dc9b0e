import cluster from 'node:cluster'

/** A message between workers. The first process passes it on: `to` one worker, or to all but its sender. */
interface WorkerMessage {
  readonly topic: string
  readonly from: number
  readonly to?: number
  /** Number of the question that this asks or answers. */
  readonly question?: number
  readonly isAnswer?: boolean
  readonly body: unknown
}

/** The other workers of this process's service. */
export interface Colleagues {
  /** Tells all the others something. */
  tell(topic: string, body: unknown): void
  /** Asks all the others and resolves to the answers that come in time. */
  ask(topic: string): Promise<unknown[]>
  /** Calls `listener` with what others tell or ask about a topic; its result is the answer. */
  hear(topic: string, listener: (body: unknown) => unknown): void
  /** Tells the first process that this worker listens. */
  start(message: Started): void
  /** Lets this worker end. */
  leave(): void
}

/** What a worker tells the first process once it listens: what to print, and its address. */
export interface Started {
  readonly started: { readonly told: readonly string[]; readonly url: string }
}

/** What the first process sends when it has passed a question on: to how many workers. */
const asked = 'asked'
const answerWithinMs = 2000

/** The other workers of the service; undefined if this process is not a worker. */
export function openColleagues(): Colleagues | undefined {
  const { worker } = cluster
  if (worker === undefined) return undefined
  const from = worker.id
  const listeners = new Map<string, (body: unknown) => unknown>()
  const questions = new Map<number, { count: number; readonly answers: unknown[]; readonly done: () => void }>()
  const send = (message: Omit<WorkerMessage, 'from'>): void => {
    if (worker.isConnected()) worker.send({ ...message, from })
  }
  const note = (question: number, message: WorkerMessage): void => {
    const open = questions.get(question)
    if (open === undefined) return
    if (message.topic === asked) open.count = Number(message.body)
    else open.answers.push(message.body)
    if (open.answers.length >= open.count) open.done()
  }
  worker.on('message', async (message: WorkerMessage) => {
    const { topic, question, isAnswer = false, body } = message
    if (question !== undefined && isAnswer) {
      note(question, message)
      return
    }
    const answer = await listeners.get(topic)?.(body)
    if (question !== undefined) send({ topic, to: message.from, question, isAnswer: true, body: answer })
  })
  let last = 0
  return {
    tell: (topic, body) => send({ topic, body }),
    hear: (topic, listener) => void listeners.set(topic, listener),
    start: (message) => void worker.send(message),
    leave: () => worker.disconnect(),
    ask: (topic) =>
      new Promise((resolve) => {
        const question = ++last
        const answers: unknown[] = []
        const done = (): void => {
          clearTimeout(timer)
          questions.delete(question)
          resolve(answers)
        }
        const timer = setTimeout(done, answerWithinMs)
        questions.set(question, { count: Number.POSITIVE_INFINITY, answers, done })
        send({ topic, question, body: undefined })
      }),
  }
}

/** Passes messages between the workers on. For the first process, which calls it once. */
export function relayMessages(): void {
  cluster.on('message', (sender, message: WorkerMessage) => {
    if (typeof message.topic !== 'string') return
    const { to, question } = message
    const all = Object.values(cluster.workers ?? {}).filter((one) => one?.isConnected())
    const receivers = all.filter((one) => (to === undefined ? one?.id !== sender.id : one?.id === to))
    for (const one of receivers) one?.send(message)
    if (question !== undefined && to === undefined) sender.send({ topic: asked, from: 0, question, isAnswer: true, body: receivers.length })
  })
}

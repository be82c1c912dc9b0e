import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { problemOf } from '../api.ts'
import { Link, navigate, useRoute } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { fieldErrorsOf } from '../shared/field-errors.ts'
import { ErrorNotice, Stopped, Waiting } from '../shared/notices.tsx'
import { usePageTitle } from '../shared/page-title.ts'
import { spokenAnswer } from './answer-parts.ts'
import { AskForm } from './ask-form.tsx'
import { askedAt, conversationAddress, questionsOf } from './conversation.ts'
import { ReadBeside } from './read-beside.ts'
import { SourceReader } from './source-reader.tsx'
import { Turn } from './turn.tsx'
import { replyKey, useReply } from './use-reply.ts'

/** A conversation: each question with its answer below the earlier ones. The address holds the questions. */
export function PreguntarPage() {
  const text = useText()
  const { query } = useRoute()
  const { language } = useSession()
  const queries = useQueryClient()
  const [reading, setReading] = useState<string>()
  const questions = questionsOf(query)
  const asked = askedAt(questions, questions.length - 1)
  usePageTitle(asked.question)
  const reply = useReply(asked)
  const isAnswered = reply.data !== undefined
  const isWaiting = reply.isPending && reply.isFetching
  const [typed, setTyped] = useTyped(asked.question, isAnswered)
  const wrong = fieldErrorsOf(problemOf(reply.error))['/query']
  const submit = () => {
    const [next, before] = [typed.trim(), isAnswered ? questions : questions.slice(0, -1)]
    // An unanswered question is asked again, or replaced by the next one.
    if (!isAnswered && next === asked.question) void reply.refetch()
    else navigate(conversationAddress([...before, next]), before.length === questions.length ? 'push' : 'replace')
  }
  const shown = isAnswered || isWaiting ? questions.length : questions.length - 1
  return (
    <ReadBeside value={setReading}>
      <div className={reading === undefined ? '' : 'conversation reading'}>
        <div>
          <h1>{text.pages.preguntar}</h1>
          <Turns questions={questions} shown={shown} />
          <p role="status" className="unseen">
            {reply.data === undefined ? '' : spokenAnswer(reply.data, text)}
          </p>
          <AskForm typed={typed} onType={setTyped} onAsk={submit} error={wrong} hasBegun={questions.length > 0} />
          {isWaiting ? <Waiting onStop={() => queries.cancelQueries({ queryKey: [language, ...replyKey(asked)] })} /> : null}
          {asked.question !== '' && reply.isPending && !reply.isFetching ? <Stopped onRetry={() => reply.refetch()} /> : null}
          {reply.error === null || wrong !== undefined ? null : <ErrorNotice error={reply.error} onRetry={() => reply.refetch()} />}
          {questions.length > 0 ? null : <Examples />}
        </div>
        {reading === undefined ? null : <SourceReader key={reading} url={reading} onClose={() => setReading(undefined)} />}
      </div>
    </ReadBeside>
  )
}

function Turns({ questions, shown }: { readonly questions: readonly string[]; readonly shown: number }) {
  return questions
    .slice(0, Math.max(0, shown))
    .map((_, index) => (
      <Turn
        key={conversationAddress(questions.slice(0, index + 1))}
        asked={askedAt(questions, index)}
        isNewest={index === questions.length - 1 && index > 0}
      />
    ))
}

function Examples() {
  const words = useText().preguntar
  return (
    <section>
      <h2>{words.examples}</h2>
      <ul className="plain starts">
        {words.samples.map((one) => (
          <li key={one}>
            <Link to={conversationAddress([one])} lang="es">
              {one}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The text of the field. A question stays in it until it is answered. */
function useTyped(question: string, isAnswered: boolean) {
  const [typed, setTyped] = useState(isAnswered ? '' : question)
  const last = useRef(question)
  useEffect(() => {
    const isNew = last.current !== question
    last.current = question
    setTyped((now) => (isAnswered ? (now.trim() === question.trim() ? '' : now) : isNew && question !== '' ? question : now))
  }, [question, isAnswered])
  return [typed, setTyped] as const
}

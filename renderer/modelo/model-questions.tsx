import { type FormEvent, useState } from 'react'
import { useText } from '../session.tsx'
import { Field } from '../shared/field.tsx'
import { SelectField } from '../shared/select-field.tsx'
import { factKey, type ModelReport, type Question, type Said } from './model.ts'

/** What the model does not say, asked once for all the elements that wait for it. */
export function ModelQuestions({
  report,
  said,
  onAnswer,
}: {
  readonly report: ModelReport
  readonly said: Said
  readonly onAnswer: (said: Said) => void
}) {
  const words = useText().modelo
  const [next, setNext] = useState(said)
  const answerable = report.questions.filter(({ kind }) => kind === 'condition' || kind === 'fact' || kind === 'room')
  // The place is asked for above, in the form.
  const others = report.questions.filter((one) => !answerable.includes(one) && one.kind !== 'place')
  const count = answerable.length + others.length
  if (count === 0) return null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onAnswer(next)
  }
  return (
    <details className="panel" open={report.summary.undecided > 0}>
      <summary>{words.questions(count)}</summary>
      <form className="stack" onSubmit={submit} noValidate lang="es">
        {answerable.map((one) => (
          <Answer key={`${one.kind} ${one.field} ${one.classes.join()}`} question={one} said={next} onChange={setNext} />
        ))}
        {answerable.length === 0 ? null : (
          <div className="actions">
            <button type="submit" className="main">
              {words.answer}
            </button>
          </div>
        )}
      </form>
      <ul lang="es">
        {others.map((one) => (
          <li key={`${one.kind} ${one.field} ${one.text} ${one.classes.join()}`}>
            {one.text} ({words.elements(one.count)}){hasOtherWords(one) ? <span className="help"> {one.how}</span> : null}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** True if how to answer says more than the question: a property of the model is in both. */
function hasOtherWords({ text, how }: Question): boolean {
  const property = how.split(': ').at(-1) ?? ''
  return property !== '' && !text.includes(property)
}

function Answer({ question, said, onChange }: { readonly question: Question; readonly said: Said; readonly onChange: (said: Said) => void }) {
  const text = useText()
  const { kind, field, allowed, unit, count, classes } = question
  const yesOrNo = [
    { value: 'true', label: text.verificar.yes },
    { value: 'false', label: text.verificar.no },
  ]
  const label = `${question.text.split('. ')[0]}${unit === '' ? '' : ` (${unit})`}`
  const help = text.modelo.elements(count)
  if (kind === 'fact') {
    const key = factKey(classes[0] ?? '', field)
    const value = said.facts[key] ?? ''
    const set = (one: string): void => onChange({ ...said, facts: { ...said.facts, [key]: one } })
    return <SelectField label={label} help={help} none={text.verificar.unset} value={value} options={yesOrNo} onChange={set} />
  }
  const isRoom = kind === 'room'
  const value = (isRoom ? said.rooms : said.context)[field] ?? ''
  const set = (one: string): void =>
    onChange(isRoom ? { ...said, rooms: { ...said.rooms, [field]: one } } : { ...said, context: { ...said.context, [field]: one } })
  if (allowed.length > 0)
    return <SelectField label={label} help={help} none={text.verificar.unset} value={value} options={[...allowed]} onChange={set} />
  return <Field label={label} help={help} value={value} onChange={set} inputMode={isRoom ? 'text' : 'decimal'} />
}

import { useEffect, useRef } from 'react'
import { useText } from '../session.tsx'
import type { Check } from './check.ts'
import { type Condition, Conditions } from './conditions.tsx'

/** Asks for one condition, the first, and names those that may follow. A chosen value is told at once, a typed one when the form is sent. */
export function NextCondition({
  conditions,
  context,
  onChange,
  onChoose,
}: {
  readonly conditions: readonly Condition[]
  readonly context: Check['context']
  readonly onChange: (context: Check['context']) => void
  readonly onChoose: (context: Check['context']) => void
}) {
  const words = useText().verificar
  const [first, ...later] = conditions
  const box = useRef<HTMLDivElement>(null)
  const asked = useRef(first?.field)
  // The answer to one leads to the next, for who works by keyboard.
  useEffect(() => {
    if (asked.current !== undefined && asked.current !== first?.field) box.current?.querySelector<HTMLElement>('select, input')?.focus()
    asked.current = first?.field
  }, [first?.field])
  if (first === undefined) return null
  return (
    <div ref={box} className="next-condition">
      <Conditions conditions={[first]} context={context} onChange={onChange} onChoose={onChoose} />
      {later.length === 0 ? null : <p className="help">{words.later(later.map(({ label }) => label).join('; '))}</p>}
    </div>
  )
}

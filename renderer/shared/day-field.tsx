import { useState } from 'react'
import { useSession } from '../session.tsx'
import { dayText } from '../text.ts'
import { Field } from './field.tsx'

/** A day that is typed as people write it, `01-06-2020`; it is told as `2020-06-01`. Text that is no day is told as it is. */
export function DayField({
  label,
  help,
  error,
  value,
  onChange,
}: {
  readonly label: string
  readonly help: string | undefined
  readonly error: string | undefined
  readonly value: string
  readonly onChange: (day: string) => void
}) {
  const { language } = useSession()
  const [typed, setTyped] = useState(dayText(value, language))
  // The value may also change from outside, by another address.
  const shown = dayTyped(typed) === value ? typed : dayText(value, language)
  return (
    <Field
      label={label}
      help={help}
      error={error}
      value={shown}
      onChange={(text) => {
        setTyped(text)
        onChange(dayTyped(text))
      }}
    />
  )
}

/** The ISO form of a day as typed: day-month-year with any separator, or ISO itself. Any other text is returned as it is. */
function dayTyped(text: string): string {
  const [, day = '', month = '', year = ''] = /^\s*(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})\s*$/.exec(text) ?? []
  return year === '' ? text.trim() : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** True for the ISO form of a day that exists. */
export function isDay(iso: string): boolean {
  const at = new Date(`${iso}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(iso) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso)
}

/** True for a day that exists, or none typed. */
export function isDayOrNone(iso: string): boolean {
  return iso === '' || isDay(iso)
}

import { useEffect, useState } from 'react'
import { problemOf } from '../api.ts'
import { navigate, useRoute } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { Notice, Waiting } from '../shared/notices.tsx'
import { optionMeant, optionNamed } from '../shared/options.ts'
import { usePageTitle } from '../shared/page-title.ts'
import { usePlaces } from '../shared/places.ts'
import { useRemembered } from '../shared/recent.ts'
import { AddToProject } from './add-to-project.tsx'
import { CertificateButton } from './certificate-button.tsx'
import { addressOf, type Check, checkFrom, emptyCheck, isComplete, type Variation, wireContext, wireValue } from './check.ts'
import { ambiguousNumbers, currentErrors, isSameCheck } from './check-errors.ts'
import { CheckForm, lastPlace } from './check-form.tsx'
import { type Condition, Conditions } from './conditions.tsx'
import { DeadEnd } from './dead-end.tsx'
import { Limits } from './limits.tsx'
import { NextCondition } from './next-condition.tsx'
import { usePair } from './use-pair.ts'
import { type CheckIds, useVerdict } from './use-verdict.ts'
import { useVocabulary } from './use-vocabulary.ts'
import { Verdict } from './verdict.tsx'
import { WhatIf } from './what-if.tsx'

/** Checks a value against the limit in force at a place. The address holds the whole check. */
export function VerificarPage() {
  const text = useText()
  const { language } = useSession()
  const { query } = useRoute()
  const asked = checkFrom(query)
  const [check, setCheck] = useState<Check>(() => ({ ...asked, place: asked.place || lastPlace() }))
  const address = query.toString()
  useEffect(() => {
    const next = checkFrom(new URLSearchParams(address))
    if (address !== '') setCheck({ ...next, place: next.place || lastPlace() })
  }, [address])
  const places = usePlaces()
  const vocabulary = useVocabulary(check.element, check.parameter)
  // A link may contain ids; show their labels.
  const elementById = vocabulary.elements.find(({ id }) => id === check.element)
  const parameterById = vocabulary.parameters.find(({ id }) => id === check.parameter)
  const placeById = places?.find(({ id }) => id === check.place)
  useEffect(() => {
    if (placeById !== undefined) setCheck((now) => ({ ...now, place: placeById.label }))
    if (elementById !== undefined) setCheck((now) => ({ ...now, element: elementById.label }))
    if (parameterById !== undefined) setCheck((now) => ({ ...now, parameter: parameterById.label }))
  }, [placeById, elementById, parameterById])
  const elementAsked = optionNamed(vocabulary.elements, asked.element)
  const parameterAsked = optionNamed(vocabulary.parameters, asked.parameter)
  const element = elementAsked?.id ?? asked.element
  const parameter = parameterAsked?.id ?? asked.parameter
  const placeAsked = optionMeant(places ?? [], asked.place)
  const geoId = placeAsked?.id
  const isPair =
    [asked.place, asked.element, asked.parameter].every((one) => one.trim() !== '') && geoId !== undefined && vocabulary.elements.length > 0
  const isNamed = isPair && isComplete(asked)
  const unclear = ambiguousNumbers(asked, language)
  const isReady = isNamed && Object.keys(unclear).length === 0
  const subject = `${elementAsked?.label ?? asked.element} · ${parameterAsked?.label ?? asked.parameter}`
  const ids = isReady ? { geoId, element, parameter } : undefined
  useRemembered('lugares', isPair ? placeAsked?.label : undefined)
  useRemembered('elementos', isPair ? elementAsked?.label : undefined)
  usePageTitle(isNamed ? `${subject} · ${asked.place}` : undefined)
  const isLimitAsked = isPair && asked.value.trim() === '' && Object.keys(unclear).length === 0
  const answer = useVerdict(asked, ids)
  // The altitude has a field of its own.
  const conditions = usePair(isPair ? element : '', isPair ? parameter : '').conditions.filter(({ field }) => field !== 'altitud_m')
  const problem = problemOf(answer.error)
  const isMissing = problem?.code === 'indeterminate' && problem.missing.length > 0
  // What the most rules wait for is asked first.
  const missing: readonly Condition[] = isMissing ? problem.missing.toSorted((left, right) => right.needed_by.length - left.needed_by.length) : []
  const given = conditions.filter(({ field }) => asked.context[field] !== undefined)
  const isLost = places !== undefined && asked.place !== '' && geoId === undefined
  const errors = currentErrors(
    { check, asked },
    { problem: isMissing ? undefined : problem, unclear, place: isLost ? text.verificar.unknownPlace : undefined },
  )
  const unplaced = Object.keys(unclear).filter((pointer) => !hasField(pointer, conditions))
  const isChanged = !isSameCheck(check, asked, { places: places ?? [], ...vocabulary })
  const isShown = ({ field }: Condition): boolean => ![...missing, ...given].some((one) => one.field === field)
  const submit = (next: Check) => navigate(addressOf(next))
  const setContext = (context: Check['context']) => setCheck({ ...check, context })
  // A value that is chosen changes the result at once, if there is one; what is typed waits for Enter.
  const chooseContext = (context: Check['context']) => (isPair ? submit({ ...check, context }) : setContext(context))
  return (
    <>
      <h1>{text.pages.verificar}</h1>
      <CheckForm check={check} places={places} vocabulary={vocabulary} errors={errors} onChange={setCheck} onSubmit={submit}>
        {isMissing ? (
          <Notice kind="undecided" title={text.verificar.missing}>
            <p>{text.verificar.missingHelp}</p>
            <NextCondition conditions={missing} context={check.context} onChange={setContext} onChoose={chooseContext} />
          </Notice>
        ) : null}
        {given.length === 0 ? null : (
          <fieldset>
            <legend>{text.verificar.conditions}</legend>
            <Conditions
              conditions={given.filter(({ field }) => !missing.some((one) => one.field === field))}
              context={check.context}
              errors={errors}
              onChange={setContext}
              onChoose={chooseContext}
            />
          </fieldset>
        )}
        {!isPair || conditions.filter(isShown).length === 0 ? null : (
          <details>
            <summary>{text.verificar.more}</summary>
            <Conditions conditions={conditions.filter(isShown)} context={check.context} onChange={setContext} onChoose={chooseContext} />
          </details>
        )}
      </CheckForm>
      {isLimitAsked && geoId !== undefined ? (
        <Limits check={asked} ids={{ geoId, element, parameter }} context={check.context} onChange={setContext} onChoose={chooseContext} />
      ) : null}
      {isPair || isComplete(asked) ? null : (
        <section className="panel">
          <p>{text.verificar.intro}</p>
          <button type="button" className="quiet" onClick={() => submit(example)}>
            {text.verificar.example}
          </button>
        </section>
      )}
      {unplaced.map((pointer) => (
        <Notice key={pointer} kind="undecided" title={`${pointer.replace('/context/', '')}: ${unclear[pointer]}`} />
      ))}
      {isReady && answer.isFetching ? <Waiting /> : null}
      {answer.data !== undefined && isChanged ? (
        <p role="status" className="field-error">
          {text.verificar.stale}
        </p>
      ) : null}
      {answer.error === null || isMissing ? null : (
        <DeadEnd
          error={answer.error}
          problem={problem}
          vocabulary={vocabulary}
          onChoose={(change) => submit({ ...check, ...change, context: {} })}
          onRetry={() => answer.refetch()}
        />
      )}
      {answer.data === undefined || ids === undefined ? null : (
        <Verdict verdict={answer.data} subject={subject} date={asked.date} isStale={isChanged || answer.isFetching}>
          <WhatIf
            key={Object.values(ids).join()}
            check={asked}
            ids={ids}
            verdict={answer.data}
            onAsk={(variation) => submit(withVariation(asked, variation))}
          />
          <div className="actions">
            <CertificateButton check={asked} ids={ids} subject={subject} />
            <AddToProject key={addressOf(withVariation(asked, undefined))} check={projectCheckOf(asked, ids)} geoId={ids.geoId} />
          </div>
        </Verdict>
      )}
    </>
  )
}

/** True if the form has a field for the pointer. */
function hasField(pointer: string, conditions: readonly Condition[]): boolean {
  return pointer === '/value' || pointer === '/context/altitud_m' || conditions.some(({ field }) => pointer === `/context/${field}`)
}

/** A check in the format of projects. */
function projectCheckOf({ value, unit, context }: Check, { element, parameter }: CheckIds) {
  return { element, parameter, value: wireValue(value), unit, context: wireContext(context) }
}

function withVariation({ variation: _other, ...check }: Check, variation: Variation | undefined): Check {
  return variation === undefined ? check : { ...check, variation }
}

const example: Check = {
  ...emptyCheck,
  place: 'Madrid (28079)',
  element: 'Cubierta plana',
  parameter: 'Transmitancia térmica',
  value: '0,50',
  unit: 'W/m²K',
}

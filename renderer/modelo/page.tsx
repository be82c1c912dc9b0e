import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRoute } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { base64Of } from '../shared/base64.ts'
import { FileButton } from '../shared/file-button.tsx'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { openedFile } from '../shared/opened-file.ts'
import { fileName, saveFile } from '../shared/save-file.ts'
import { type ModelReport, modelRequest, nothingSaid, type Said } from './model.ts'
import { ModelForm } from './model-form.tsx'
import { ModelQuestions } from './model-questions.tsx'
import { ModelResults } from './model-results.tsx'

/** A model that was chosen, with its content. */
interface Chosen {
  readonly name: string
  readonly base64: string
}

/** Largest model that the page sends, in bytes: what the service takes. */
const mostBytes = 12 * 1024 * 1024

/** The files that a checked model can be saved as, with their extension. */
const formats = { html: 'html', bcf: 'bcfzip', ids: 'ids', csv: 'csv' } as const

/** What the page reads, decides and gives: shown until a model is chosen. */
function Guide() {
  return (
    <div className="side-by-side">
      {useText().modelo.guide.map(({ title, lines }) => (
        <section key={title} className="panel">
          <h2>{title}</h2>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The page that checks an IFC model. The model goes to the service that sent the page, and nowhere else. */
export function ModeloPage() {
  const text = useText()
  const words = text.modelo
  const { fetchFile } = useSession()
  const [chosen, setChosen] = useState<Chosen>()
  const [said, setSaid] = useState<Said>(nothingSaid)
  const [report, setReport] = useState<ModelReport>()
  const [state, setState] = useState<'idle' | 'busy'>('idle')
  const [error, setError] = useState<unknown>()
  const [tooLarge, setTooLarge] = useState<string>()
  // An answer counts only while nothing else has been asked: a large model takes long, and another place or model may be chosen meanwhile.
  const last = useRef(0)
  const check = async (model: Chosen, next: Said): Promise<void> => {
    last.current += 1
    const own = last.current
    setSaid(next)
    setState('busy')
    setError(undefined)
    const outcome = await fetchFile('/api/v1/ifc', modelRequest(model, next, 'json')).then(
      // The service answers by the schema of its own operation.
      async (answer) => ({ report: JSON.parse(await answer.text()) as ModelReport, error: undefined }),
      (failure: unknown) => ({ report: undefined, error: failure }),
    )
    if (last.current !== own) return
    setReport(outcome.report)
    setError(outcome.error)
    setState('idle')
  }
  const open = async (file: File): Promise<void> => {
    setTooLarge(file.size > mostBytes ? file.name : undefined)
    if (file.size > mostBytes) return
    const model = { name: file.name, base64: await base64Of(file) }
    setChosen(model)
    await check(model, { ...said, isPlaceConfirmed: false, rooms: {}, facts: {} })
  }
  const opened = useRoute().query.get('abierto')
  const openGiven = useEffectEvent(async (): Promise<void> => {
    const file = await openedFile(mostBytes)
    if (file instanceof File) await open(file)
    else if (file !== undefined) setTooLarge(file.tooLarge)
  })
  useEffect(() => {
    if (opened !== null) void openGiven()
  }, [opened])
  // Another base: the model is checked again, so that no verdict of the last one stays.
  const usedFetch = useRef(fetchFile)
  const checkAgain = useEffectEvent((): void => {
    if (chosen !== undefined && report !== undefined) void check(chosen, said)
  })
  useEffect(() => {
    if (usedFetch.current === fetchFile) return
    usedFetch.current = fetchFile
    checkAgain()
  }, [fetchFile])
  const save = async (format: keyof typeof formats): Promise<void> => {
    if (chosen === undefined) return
    setError(undefined)
    try {
      const file = await fetchFile('/api/v1/ifc', modelRequest(chosen, said, format))
      saveFile(fileName(chosen.name.replace(/\.ifc$/i, ''), formats[format]), file)
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <>
      <h1>{text.pages.modelo}</h1>
      <p className="help">{words.intro}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      <div
        className="panel stack drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          const file = event.dataTransfer.files.item(0)
          if (file !== null) void open(file)
        }}
      >
        <p>{chosen === undefined ? words.drop : chosen.name}</p>
        <FileButton label={words.choose} types={['.ifc']} onFile={(file) => void open(file)} />
        {tooLarge === undefined ? null : <p className="field-error">{words.tooLarge(tooLarge)}</p>}
      </div>
      {chosen === undefined ? <Guide /> : <ModelForm said={said} report={report} onCheck={(next) => void check(chosen, next)} />}
      {state === 'busy' ? <Waiting /> : null}
      {error === undefined ? null : <ErrorNotice error={error} />}
      {report === undefined || state === 'busy' ? null : (
        <>
          <p className="lead" aria-live="polite">
            {words.total(report.summary.total, report.schema, report.application)}
          </p>
          <div className="actions">
            {(Object.keys(formats) as (keyof typeof formats)[]).map((format) => (
              <button key={format} type="button" onClick={() => void save(format)}>
                {words.save[format]}
              </button>
            ))}
          </div>
          <ModelQuestions
            key={JSON.stringify(said)}
            report={report}
            said={said}
            onAnswer={(next) => chosen !== undefined && void check(chosen, next)}
          />
          <ModelResults report={report} />
        </>
      )}
    </>
  )
}

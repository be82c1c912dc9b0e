import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { withUnit } from '../server/engine/unit-words.ts'
import { type Outputs, problemOf } from './api.ts'
import { Link } from './route.tsx'
import { useAnswer, useSession, useText } from './session.tsx'
import { useCollections } from './shared/documents.ts'
import { Field } from './shared/field.tsx'
import { ambiguity, fieldErrorsOf } from './shared/field-errors.ts'
import { ErrorNotice, Waiting } from './shared/notices.tsx'
import { usePageTitle } from './shared/page-title.ts'
import { TableHead } from './shared/table-head.tsx'
import { figure } from './text.ts'
import { addressOf, emptyCheck, wireValue } from './verificar/check.ts'

type Sheet = Outputs['getGeo']

/** The zones of a municipality with source and quality, and the regulations that apply there. */
export function MunicipalitySheet({ geoId }: { readonly geoId: string }) {
  const text = useText()
  const words = text.municipios
  const { client, language } = useSession()
  const [altitude, setAltitude] = useState('')
  const typed = wireValue(altitude)
  const metres = typeof typed === 'number' ? typed : undefined
  const atOwnAltitude = useAnswer(['geo', geoId], (one, signal) => one.getGeo.query({ municipio: geoId }, { signal }))
  usePageTitle(atOwnAltitude.data?.name)
  const atTypedAltitude = useQuery({
    queryKey: [language, 'geo', geoId, metres],
    queryFn: ({ signal }) => client.getGeo.query({ municipio: geoId, ...(metres === undefined ? {} : { altitude_m: metres }) }, { signal }),
    enabled: metres !== undefined,
    placeholderData: keepPreviousData,
  })
  const unreadable = typeof typed === 'number' || typed === '' ? undefined : (ambiguity(altitude, language) ?? words.wrongAltitude)
  const altitudeError = unreadable ?? fieldErrorsOf(problemOf(atTypedAltitude.error))['/altitude_m']
  const error = atOwnAltitude.error ?? (altitudeError === undefined ? atTypedAltitude.error : null)
  if (error !== null) return <ErrorNotice error={error} onRetry={() => atOwnAltitude.refetch()} />
  const data = (metres === undefined ? undefined : atTypedAltitude.data) ?? atOwnAltitude.data
  if (data === undefined) return <Waiting />
  const own = data.altitude_m === null ? words.unknownAltitude : `${figure(data.altitude_m, language)} m`
  return (
    <>
      <h2>
        <span lang="es">{data.name}</span> <span className="help">{`${data.ine} · ${data.provincia.name} · ${data.ccaa.name}`}</span>
      </h2>
      <p className="unprinted">
        <Link to={addressOf({ ...emptyCheck, place: `${data.name} (${data.ine})` })}>{words.verify}</Link>
      </p>
      <Field
        className="short"
        label={words.altitude}
        error={altitudeError}
        help={data.altitude_source === 'request' ? undefined : words.altitudeHelp(own)}
        value={altitude}
        onChange={setAltitude}
        inputMode="decimal"
      />
      {data.warnings.map((warning) => (
        <p key={warning} lang="es">
          {warning}
        </p>
      ))}
      <div className={altitudeError === undefined ? '' : 'stale'} inert={altitudeError !== undefined}>
        <Zones sheet={data} />
      </div>
      <div className="columns">
        <section className="panel">
          <h2>{words.codes}</h2>
          <ul>
            {data.applicable_codes.map(({ slug, title, version }) => (
              <li key={slug} lang="es">
                <HeldLink slug={slug} title={title} /> <span className="help">{version}</span>
              </li>
            ))}
          </ul>
        </section>
        {data.regional_regulations.length === 0 ? null : (
          <section className="panel">
            <h2>{words.regional}</h2>
            <ul>
              {data.regional_regulations.map((one) => (
                <li key={one.slug}>
                  <span lang="es">
                    {one.held ? <HeldLink slug={one.slug} name={`${one.kind} ${one.number}`} /> : `${one.kind} ${one.number}`}. {one.title}
                  </span>{' '}
                  <span className="help">{`${one.status} · ${one.held ? words.held : words.notHeld}`}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  )
}

/** A link to a document of the base by its short name or the one given, with its title; without the link until the documents are loaded. */
function HeldLink({ slug, name, title = '' }: { readonly slug: string; readonly name?: string; readonly title?: string }) {
  const document = useCollections()
    .data?.flatMap(({ documents }) => documents)
    .find((one) => one.document === slug)
  if (document === undefined) return name ?? title
  const short = name ?? document.short_title
  return (
    <>
      <Link to={`/normativa/${document.collection}/${slug}`}>{short}</Link>
      {title === '' || title === short ? null : <span className="help"> {title}</span>}
    </>
  )
}

function Zones({ sheet }: { readonly sheet: Sheet }) {
  const words = useText().municipios
  const { language } = useSession()
  const valueText = (name: string, { value, unit }: Sheet['zones'][string]): string => {
    if (value === null) return words.noValue
    const said = name === 'radon_zone' ? (words.radon[String(value)] ?? String(value)) : figure(value, language)
    return unit === null ? said : withUnit(said, unit, language)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="scroll" aria-label={words.zone} tabIndex={0}>
      <table className="zones cards">
        <TableHead columns={[words.zone, words.value, words.quality, words.source]} />
        <tbody>
          {Object.entries(sheet.zones).map(([name, zone]) => (
            <tr key={name}>
              <th scope="row">{words.zones[name] ?? name}</th>
              <td data-label={words.value}>
                <strong>{valueText(name, zone)}</strong>
                {zone.note === null ? null : (
                  <div className="help" lang="es">
                    {zone.note}
                  </div>
                )}
              </td>
              <td data-label={words.quality}>{zone.quality === null ? '' : (words.qualities[zone.quality] ?? zone.quality)}</td>
              <td data-label={words.source} lang="es">
                {sourceText(sheet, zone)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The source of a zone: document, edition if it applies here, and section. */
function sourceText({ applicable_codes }: Sheet, { source }: Sheet['zones'][string]): string {
  const code = applicable_codes.find(({ slug }) => slug === source.document)
  return `${code === undefined ? source.document : `${code.title} (${code.version})`}, ${source.section}`
}

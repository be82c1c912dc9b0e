import { useText } from '../session.tsx'
import type { ZoneClass } from './zone-layer.ts'

interface LegendProps {
  readonly classes: readonly ZoneClass[]
  readonly label: string
  readonly nameOf: (zoneClass: ZoneClass) => string
  readonly countOf: (zoneClass: ZoneClass) => string
  readonly chosen: string
  readonly onChoose: (key: string) => void
}

/** The legend of the climate zones: a row for each winter, a column for each summer. Classes without both are below. */
export function ClimateLegend(props: LegendProps) {
  const { classes, label, nameOf, countOf, chosen, onChoose } = props
  const words = useText().mapa
  const parts = classes.map((one) => ({ one, zone: /^([αA-E])(\d)$/.exec(one.key) }))
  const winters = [...new Set(parts.flatMap(({ zone }) => zone?.[1] ?? []))]
  const summers = [...new Set(parts.flatMap(({ zone }) => zone?.[2] ?? []))].sort()
  const others = parts.flatMap(({ one, zone }) => (zone === null ? [one] : []))
  return (
    <>
      <table className="climate-legend" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{words.winter}</span>
            </th>
            {summers.map((summer) => (
              <th key={summer} scope="col">
                {words.summer} {summer}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {winters.map((winter) => (
            <tr key={winter}>
              <th scope="row">
                {words.winter} {winter}
              </th>
              {summers.map((summer) => {
                const one = classes.find(({ key }) => key === `${winter}${summer}`)
                return (
                  <td key={summer}>
                    {one === undefined ? null : (
                      <button type="button" aria-pressed={one.key === chosen} onClick={() => onChoose(one.key === chosen ? '' : one.key)}>
                        <Swatch zoneClass={one} />
                        <span>
                          <span className="unseen">{nameOf(one)} </span>
                          {countOf(one)}
                        </span>
                      </button>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {others.length === 0 ? null : <Legend {...props} classes={others} />}
    </>
  )
}

/** The legend: name and number of municipalities of each class. Pressing a class highlights it. */
export function Legend(props: LegendProps) {
  const { classes, label, nameOf, countOf, chosen, onChoose } = props
  return (
    <ul className="legend" aria-label={label}>
      {classes.map((one) => (
        <li key={one.key}>
          <button type="button" aria-pressed={one.key === chosen} onClick={() => onChoose(one.key === chosen ? '' : one.key)}>
            <Swatch zoneClass={one} />
            {nameOf(one)} <span className="help">{countOf(one)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** A sample of the colour or hatch of a class. */
function Swatch({ zoneClass: { kind, tone, isHatched } }: { readonly zoneClass: ZoneClass }) {
  return (
    <svg className="swatch" viewBox="0 0 20 14" aria-hidden="true">
      <rect
        x="0.5"
        y="0.5"
        width="19"
        height="13"
        className={kind === 'zone' ? `tone-${tone}` : isHatched || kind === 'unlisted' ? kind : 'plain-land'}
      />
      {isHatched ? <path d="M-3 14 11 0M4 14 18 0M11 14 25 0" /> : null}
      {isHatched && kind === 'unknown' ? <path d="M-3 0 11 14M4 0 18 14M11 0 25 14" /> : null}
    </svg>
  )
}

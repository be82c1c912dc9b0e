import type { ZoneClass } from './zone-layer.ts'

/** The legend: name and number of municipalities of each class. Pressing a class highlights it. */
export function Legend(props: {
  readonly classes: readonly ZoneClass[]
  readonly label: string
  readonly nameOf: (zoneClass: ZoneClass) => string
  readonly countOf: (zoneClass: ZoneClass) => string
  readonly chosen: string
  readonly onChoose: (key: string) => void
}) {
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
function Swatch({ zoneClass: { kind, tone } }: { readonly zoneClass: ZoneClass }) {
  return (
    <svg className="swatch" viewBox="0 0 20 14" aria-hidden="true">
      <rect x="0.5" y="0.5" width="19" height="13" className={kind === 'zone' ? `tone-${tone}` : kind} />
      {kind === 'estimated' || kind === 'unknown' ? <path d="M-3 14 11 0M4 14 18 0M11 14 25 0" /> : null}
      {kind === 'unknown' ? <path d="M-3 0 11 14M4 0 18 14M11 0 25 14" /> : null}
    </svg>
  )
}

import { readGeo } from '../read-geo.ts'
import { openSources } from '../source-file.ts'
import { type DictionaryEntry, readDictionary } from './ine-dictionary.ts'
import { type MunicipalityCells, missingFrom, municipalityFile, readMunicipalityList, writeMunicipalityList } from './municipality-list.ts'
import type { ImportPlan } from './plan.ts'

export interface IneRequest {
  /** The folder of the base. */
  readonly root: string
  readonly file: string
  readonly bytes: Uint8Array
  /** How to treat municipalities that the dictionary no longer lists. */
  readonly vanished: 'keep' | 'delete'
}

/** What INE's yearly dictionary changes in the list of municipalities: new ones, names, and those that vanished. */
export function planIne({ root, file, bytes, vanished }: IneRequest): ImportPlan {
  const { provinces } = readGeo(openSources(root))
  const entries = readDictionary(file, bytes, new Map(provinces.map(({ code, community }) => [code, community])))
  const list = readMunicipalityList(root)
  const known = new Map(list.map((row) => [row.ine, row]))
  const byCode = new Map(entries.map((entry) => [entry.ine, entry]))
  const gone = missingFrom(file, new Set(byCode.keys()), list)
  const added = entries.filter(({ ine }) => !known.has(ine)).map((entry) => newRow(entry, provinces))
  const kept = list.filter((row) => vanished === 'keep' || byCode.has(row.ine)).map((row) => renamed(row, byCode.get(row.ine)?.name ?? row.nombre))
  const renames = kept.flatMap(({ ine, nombre }) => {
    const old = known.get(ine)?.nombre ?? nombre
    return old === nombre ? [] : [`${ine} ${old} → ${nombre}`]
  })
  return {
    title: `${file}: ${entries.length} municipalities, against ${list.length} in ${municipalityFile}`,
    findings: [
      { heading: 'New', lines: added.map(describeNew) },
      { heading: 'Renamed (the old name goes to otros_nombres)', lines: renames },
      {
        heading: vanished === 'keep' ? 'Vanished (kept: --delete removes them)' : 'Vanished (removed)',
        lines: gone.map(({ ine, nombre }) => `${ine} ${nombre}${mentions(root, ine)}`),
      },
    ],
    files: new Map([[municipalityFile, writeMunicipalityList([...kept, ...added])]]),
    removals: [],
  }
}

function renamed(row: MunicipalityCells, name: string): MunicipalityCells {
  if (row.nombre === name) return row
  const others = [row.nombre, ...row.otros_nombres.split('|')].filter((other) => other !== '' && other !== name)
  return { ...row, nombre: name, otros_nombres: [...new Set(others)].join('|') }
}

function newRow({ ine, name }: DictionaryEntry, provinces: ReturnType<typeof readGeo>['provinces']): MunicipalityCells {
  const nuts3 = provinces.find(({ code }) => code === ine.slice(0, 2))?.nuts3 ?? ''
  return {
    ine,
    nombre: name,
    otros_nombres: '',
    provincia: ine.slice(0, 2),
    // A province of islands has several codes: which one is not in the dictionary.
    nuts3: nuts3.includes('|') ? '' : nuts3,
    isla: '',
    altitud_m: '',
    origen_altitud: '',
    latitud: '',
    longitud: '',
  }
}

function describeNew({ ine, nombre, nuts3 }: MunicipalityCells): string {
  const island = nuts3 === '' ? '; isla and nuts3 to be filled in by hand' : ''
  return `${ine} ${nombre} (altitude and coordinates to come from the gazetteer${island})`
}

/** Other lists that a municipality is in, which the compiler would then refuse. */
function mentions(root: string, ine: string): string {
  const sources = openSources(root)
  const files = sources
    .list('geo', '.csv')
    .filter((file) => file !== municipalityFile && new RegExp(`(^|,)${ine}(,|$)`, 'm').test(sources.read(file)))
  return files.length === 0 ? '' : ` (also in ${files.join(', ')}: to be looked at by hand)`
}

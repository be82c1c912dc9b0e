import type { Outputs } from '../api.ts'
import { navigate, pageOfArticle } from '../route.tsx'
import { rememberWork } from '../shared/recent.ts'
import { addressOf, emptyCheck } from '../verificar/check.ts'
import type { Command } from './commands.ts'

type Reading = Outputs['readLine']['readings'][number]

/** The kinds whose detail answers the line; of the others it says where they are from. */
const answered: ReadonlySet<Reading['kind']> = new Set(['check', 'limit', 'place', 'question'])

/** A reading of a line as an entry of the palette and of the home page. Its id is the same in every list that has it, so that a choice waits for the next list. */
export function readingCommand(reading: Reading): Command {
  const { kind, title, detail, status } = reading
  const address = addressOfReading(reading)
  return {
    id: [kind, title, address].join(' '),
    label: title,
    ...(detail === '' ? {} : { hint: detail }),
    ...(status === undefined ? {} : { status }),
    ...(answered.has(kind) && detail !== '' ? { isAnswered: true } : {}),
    ...(kind === 'article' || kind === 'document' ? { isSpanish: true } : {}),
    run: () => {
      if (kind !== 'project') rememberWork({ title, address })
      navigate(address)
    },
  }
}

function addressOfReading({ kind, title, check, url, geo_id, project_id }: Reading): string {
  switch (kind) {
    case 'check':
    case 'limit':
      return addressOf({
        ...emptyCheck,
        // The whole country is no place to check at: the page then asks for one.
        place: check?.geo_id === 'ES' ? '' : (check?.geo_id ?? ''),
        element: check?.element ?? '',
        parameter: check?.parameter ?? '',
        value: String(check?.value ?? ''),
        unit: check?.unit ?? '',
        context: Object.fromEntries(Object.entries(check?.context ?? {}).map(([name, value]) => [name, String(value)])),
      })
    case 'place':
      return `/municipios/${geo_id ?? ''}`
    case 'project':
      return `/proyectos/${project_id ?? ''}`
    case 'question':
      return `/preguntar?${new URLSearchParams({ q: title })}`
    case 'article':
    case 'document':
      return pageOfArticle(url ?? '/normativa')
    default:
      return kind satisfies never
  }
}

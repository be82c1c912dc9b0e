import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { plomada } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'ifc-out-'))
const model = 'test/fixtures/ifc/piso.ifc'
const schemas = join('..', 'shared', 'reference', 'ifc', 'xsd')
const conditions = ['uso=residencial_privado', 'intervencion=obra_nueva', 'tipo_uso=restringido'].flatMap((one) => ['--context', one])
const file = (name: string): string => join(folder, name)
const run = (...more: string[]) => plomada(folder, 'ifc', model, '--kb', inject('packFile'), ...more)

/** Checks a file with xmllint; says why it does not where that is missing. */
function validates(schema: string, content: string | Uint8Array): string {
  const path = join(schemas, schema)
  if (!existsSync(path)) return `not checked: ${path} is missing`
  const written = join(folder, 'checked.xml')
  writeFileSync(written, content)
  try {
    execFileSync('xmllint', ['--noout', '--schema', path, written], { stdio: 'pipe' })
    return 'valid'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return 'not checked: xmllint is missing (Debian: apt-get install libxml2-utils)'
    return String((error as { stderr?: Buffer }).stderr ?? error)
  }
}

function expectValid(schema: string, content: string | Uint8Array): void {
  const outcome = validates(schema, content)
  if (outcome.startsWith('not checked')) console.warn(`${schema}: ${outcome}`)
  else expect(outcome).toBe('valid')
}

describe('what is written of a model', () => {
  beforeAll(async () => {
    const flags = ['--out', file('informe.html'), '--bcf', file('faltas.bcfzip'), '--ids', file('modelo.ids'), '--project', file('proyecto.json')]
    const { code, err } = await run('--geo', 'Madrid', ...conditions, ...flags)
    expect(code, err).toBe(3)
  })

  test('BCF 2.1 has a topic for each failure, with a viewpoint and a PNG, valid against the schema', () => {
    const files = unzipSync(readFileSync(file('faltas.bcfzip')))
    const names = Object.keys(files)
    const topics = names.filter((name) => name.endsWith('markup.bcf'))
    expect(topics).toHaveLength(6)
    expectValid('version.xsd', files['bcf.version'] ?? new Uint8Array())
    for (const name of topics) {
      const folderOf = name.slice(0, name.indexOf('/'))
      expectValid('markup.xsd', files[name] ?? new Uint8Array())
      expectValid('visinfo.xsd', files[`${folderOf}/viewpoint.bcfv`] ?? new Uint8Array())
      const png = Buffer.from(files[`${folderOf}/snapshot.png`] ?? [])
      expect(png.subarray(1, 4).toString()).toBe('PNG')
    }
    const texts = topics.map((name) => Buffer.from(files[name] ?? []).toString())
    expect(texts.join('\n')).toContain('Muro 0,42 incumple')
    expect(Buffer.from(files[(topics[0] ?? '').replace('markup.bcf', 'viewpoint.bcfv')] ?? []).toString()).toMatch(
      /IfcGuid="2Plomada[^"]{14}".*CameraViewPoint/s,
    )
  })

  test('IDS 1.0 says what the model must carry, valid against the schema', () => {
    const ids = readFileSync(file('modelo.ids'), 'utf8')
    expectValid('ids-local.xsd', ids)
    expect(ids).toMatch(/IFCTHERMALTRANSMITTANCEMEASURE" cardinality="required".*Pset_WallCommon<.*ThermalTransmittance</s)
    expect(ids).toContain('<simpleValue>IsExternal</simpleValue>')
  })

  test('the page has the plan of the storey, with what fails marked, and nothing from elsewhere', () => {
    const html = readFileSync(file('informe.html'), 'utf8')
    expect(html).toMatch(/<path class="part fails"[^>]*><title>Puerta 780 incumple/)
    expect(html).toMatch(/<text class="room"[^>]*>1 Dormitorio 1</)
    expect(html).not.toMatch(/<script|https?:\/\//)
  })

  test('the project file has exact values and failures, and the ficha of it gives the same verdicts', async () => {
    const { checks, elements } = JSON.parse(readFileSync(file('proyecto.json'), 'utf8')) as {
      checks: { value: number; parameter: string; element_id: string }[]
      elements: { id: string; name: string; storey: string; global_id: string }[]
    }
    expect(elements).toContainEqual(
      expect.objectContaining({ name: 'Puerta 780 incumple', type: 'puerta-itinerario-accesible', global_id: expect.stringMatching(/^2Plomada/) }),
    )
    expect(elements.every(({ name, storey }) => name !== '' && storey !== '')).toBe(true)
    expect(new Set(checks.map((check) => check.element_id))).toEqual(new Set(elements.map(({ id }) => id)))
    // A door of 0.90 m, which is only a bound, would comply in a project.
    expect(checks.filter(({ parameter }) => parameter === 'anchura-libre').map(({ value }) => value)).toEqual([0.78, 0.8])
    const { out } = await plomada(
      folder,
      'ficha',
      file('proyecto.json'),
      '--kb',
      inject('packFile'),
      '--json',
      '--format',
      'csv',
      '--out',
      file('ficha.csv'),
    )
    expect(JSON.parse(out)).toMatchObject({ compliant: 10, non_compliant: 6, undecided: 0 })
  })

  test('the same model gives the same bytes again', async () => {
    await run('--geo', 'Madrid', ...conditions, '--out', file('otra.html'), '--bcf', file('otra.bcfzip'))
    expect(readFileSync(file('otra.bcfzip')).equals(readFileSync(file('faltas.bcfzip')))).toBe(true)
    expect(readFileSync(file('otra.html'), 'utf8')).toBe(readFileSync(file('informe.html'), 'utf8'))
  })

  test('a project is stored by name', async () => {
    const { err } = await run('--geo', 'Madrid', ...conditions, '--project', 'Piso de prueba', '--out', file('tabla.csv'))
    expect(err).toContain('Proyecto guardado')
    expect((await plomada(folder, 'project', 'list', '--kb', inject('packFile'))).out).toContain('Piso de prueba')
    expect(readFileSync(file('tabla.csv'), 'utf8')).toContain('Muro 0,42 incumple')
  })

  test.each([
    [['--out', 'informe.pdf'], 'se espera un fichero .html, .csv, .json'],
    [['--bcf', 'faltas.zip'], '.bcfzip'],
    [['--out', 'a.csv', '--bcf', 'b.bcf', '--ids', 'a.ids', '--project', 'x.json'], 'Un proyecto necesita un lugar'],
  ])('%j is refused', async (flags, words) => {
    const { code, err } = await run(...flags.map((one) => (/^(?:--|x)/.test(one) ? one : file(one))))
    expect(code).toBeGreaterThan(0)
    expect(err).toContain(words)
  })
})

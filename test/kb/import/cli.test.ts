import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compileErrors, makeBase, snapshot } from './test-base.ts'

const norm = join(import.meta.dirname, 'fixtures/norma.xml')

function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/kb-import.ts', ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('kb:import', () => {
  test('lists the changes and writes only with --write', () => {
    const root = makeBase()
    const before = snapshot(root)
    const told = run('boe', norm, '--out', root)
    expect(told).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/Files to create: 15\n[\s\S]*Nothing was written: add --write to make these changes\n$/),
    })
    expect(snapshot(root)).toEqual(before)
    expect(run('boe', norm, '--out', root, '--write', '--collection', 'estatal', '--slug', 'reglamento-inventado')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/Written: 15 files\. Next: npm run kb:check, and a line in kb\/CHANGELOG\.md\n$/),
    })
    expect(compileErrors(root)).toEqual([])
    expect([...snapshot(root).keys()].filter((file) => file.endsWith('.tmp'))).toEqual([])
    expect(run('boe', norm, '--out', root, '--write', '--slug', 'reglamento-inventado').stdout).toMatch(
      /Files that stay as they are: 15\nNothing to change\n$/,
    )
  })

  test('exits with 1 for a malformed file, names the line, and writes nothing', () => {
    const root = makeBase()
    const before = snapshot(root)
    const file = join(root, 'roto.xml')
    writeFileSync(file, readFileSync(norm, 'utf8').slice(0, 3000))
    const answer = run('boe', file, '--out', root, '--write')
    expect(answer).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/roto\.xml:\d+: is no well-formed XML .*\n1 error: nothing was written\n$/),
    })
    before.set(file, readFileSync(file, 'base64'))
    expect(snapshot(root)).toEqual(before)
  })

  test.each([
    [['boe', 'a', 'b'], /boe takes one file: got 2/],
    [['otro', norm], /Unknown command "otro": expected ine, ngmep, boe/],
    [['ine', norm, '--quiet'], /Unknown option '--quiet'/],
    [['ngmep', norm, '--delete'], /ngmep has no option --delete/],
    [['boe', norm, '--slug', '../../x'], /--slug is "\.\.\/\.\.\/x": expected a name such as rd-314-2006/],
    [['boe', 'no-hay.xml'], /no such file/],
    [['boe', norm, '--out', import.meta.dirname], /expected the folder of a base, with a pack\.yaml/],
  ])('exits with 2 for %j and prints its usage', (args, message) => {
    const answer = run(...args)
    expect(answer).toMatchObject({ status: 2, stdout: '' })
    expect(answer.stderr).toMatch(message)
    expect(answer.stderr).toMatch(/Usage: npm run kb:import -- <command> <file>/)
  })
})

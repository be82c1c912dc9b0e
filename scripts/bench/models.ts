import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readModelFile, usualLimits } from '../../server/ifc/read-file.ts'
import { forkReader, type ReaderChild } from '../../server/reader/child.ts'
import { stepFile } from '../../test/ifc/step-builder.ts'
import type { Row } from './row.ts'

const mb = 1_000_000
/** A public sample of 4 MB, where it lies beside the project. */
const office = join(import.meta.dirname, '..', '..', '..', 'shared', 'reference', 'ifc', 'Office_A_20110811.ifc')

/** Reads a model of 4 MB and a made one of 50 MB: time, and memory of the process that reads where it can be told. */
export async function readModels(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-bench-ifc-'))
  try {
    const small = existsSync(office) ? office : made(join(folder, '4.ifc'), 4 * mb)
    return [...(await readOne(small)), ...(await readOne(made(join(folder, '50.ifc'), 50 * mb)))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function readOne(file: string): Promise<Row[]> {
  let peak = 0
  let timer: NodeJS.Timeout | undefined
  const start = (script: string): ReaderChild => {
    const child = forkReader(script)
    timer = setInterval(() => {
      peak = Math.max(peak, residentBytes(child.pid))
    }, 50)
    return child
  }
  const started = performance.now()
  const model = await readModelFile(file, { wanted: ['ThermalTransmittance', 'IsExternal'], limits: usualLimits, start })
  clearInterval(timer)
  const elapsed = performance.now() - started
  const size = `IFC of ${(statSync(file).size / mb).toFixed(0)} MB (${file === office ? 'public sample' : 'made'}, ${model.elements.length} elements)`
  const time: Row = { name: size, value: elapsed, unit: 'ms' }
  return peak === 0 ? [time] : [time, { name: `${size}, memory of its process`, value: peak / 1024 / 1024, unit: 'MiB' }]
}

/** The memory of a process on Linux, in bytes; 0 where it cannot be told. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Writes storeys of walls with properties and geometry until the file has the size. */
function made(file: string, bytes: number): string {
  const model = stepFile({ schema: 'IFC4', length: 'm' })
  const wallBytes = 936
  const perStorey = 500
  for (let wall = 0, storey = 0; wall * wallBytes < bytes; wall++) {
    if (wall % perStorey === 0) storey = model.storey(`Planta ${wall / perStorey}`, (wall / perStorey) * 3)
    model.add({
      class: 'IFCWALL',
      name: `Muro ${wall}`,
      storey,
      predefined: 'STANDARD',
      sets: { Pset_WallCommon: { IsExternal: wall % 2 === 0, ThermalTransmittance: ['THERMALTRANSMITTANCEMEASURE', 0.3] } },
      box: [(wall % 100) * 4, Math.floor((wall % perStorey) / 100) * 5, Math.floor(wall / perStorey) * 3, 4, 0.3, 2.7],
    })
  }
  writeFileSync(file, model.text())
  return file
}

import { processArguments } from '../../server/config/environment.ts'
import { checkClients } from './clients.ts'
import { runDredd } from './dredd.ts'
import { runPostman } from './postman.ts'
import { askThroughPrism } from './prism.ts'
import { type Judged, startJudged } from './server.ts'
import { runStepci } from './stepci.ts'

/** `run.ts [prism|postman|clients|dredd|stepci …]`: runs the conformance checks. Exits with 1 if one finds an error. */
const judges: Readonly<Record<string, (judged: Judged) => Promise<readonly string[]>>> = {
  prism: askThroughPrism,
  postman: runPostman,
  clients: checkClients,
  dredd: runDredd,
  stepci: runStepci,
}

const wanted = processArguments()
let wrong = 0
for (const [name, judge] of Object.entries(judges)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const judged = await startJudged()
  const started = performance.now()
  try {
    const faults = await judge(judged)
    wrong += faults.length
    console.log(
      `${name}: ${faults.length === 0 ? 'nothing to object' : `${faults.length} objections`} (${((performance.now() - started) / 1000).toFixed(0)} s)`,
    )
    for (const fault of faults) console.log(`  ${fault}`)
  } finally {
    judged.stop()
  }
}
process.exitCode = wrong === 0 ? 0 : 1

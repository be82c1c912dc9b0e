import { startService } from '../service.ts'

/** A service shared by the test files of this folder, because building its question indexes takes seconds. */
export const service = startService()

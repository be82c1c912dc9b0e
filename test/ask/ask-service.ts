import { startService } from '../service.ts'

/** The service that files of questions share: a worker makes it ready to answer once, which takes seconds. */
export const service = startService()

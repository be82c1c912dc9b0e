import { fileURLToPath } from 'node:url'

/** The script of the reader of models: `.ts`, or `.js` in the built program. */
export const readerScript: string = fileURLToPath(new URL(`./reader-process${import.meta.url.slice(-3)}`, import.meta.url))

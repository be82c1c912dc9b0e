import { fileURLToPath } from 'node:url'

/** The script of the reader of documents: `.ts`, or `.js` in the built program. */
export const documentReaderScript: string = fileURLToPath(new URL(`./document-reader${import.meta.url.slice(-3)}`, import.meta.url))

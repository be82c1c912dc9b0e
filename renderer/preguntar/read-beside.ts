import { createContext } from 'react'

/** Opens the article of an address of the API beside the conversation. */
export const ReadBeside = createContext<(url: string) => void>(() => undefined)

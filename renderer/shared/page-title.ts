import { createContext, useContext, useEffect } from 'react'

/** Receives what the shown page is about; undefined where a page has nothing of its own to name. */
export const PageTitle = createContext<(content: string | undefined) => void>(() => undefined)

/** Names the tab after the content of the page, before the name of the page itself. Undefined or empty text: says nothing of its own. */
export function usePageTitle(content: string | undefined): void {
  const name = useContext(PageTitle)
  useEffect(() => {
    if (content === undefined || content === '') return
    name(content)
    return () => name(undefined)
  }, [name, content])
}

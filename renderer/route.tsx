import { type MouseEvent, type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { pageRoutes } from '../server/api/page-routes.ts'

export interface Route {
  readonly path: string
  readonly query: URLSearchParams
}

const changed = 'plomada:route'

/** The current route; updates when the address changes. */
export function useRoute(): Route {
  const address = useSyncExternalStore(subscribe, () => `${location.pathname}${location.search}`)
  return useMemo(() => {
    const url = new URL(address, location.origin)
    return { path: url.pathname, query: url.searchParams }
  }, [address])
}

const patterns = pageRoutes.map((route) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}/?$`))

/** True if the path is that of a page. */
export function isPage(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}

/** Goes to an address of these pages. `replace` adds no history entry. */
export function navigate(to: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', to)
  else history.replaceState(null, '', to)
  dispatchEvent(new Event(changed))
}

/** Converts the API address of an article to the address of its page. */
export function pageOfArticle(url: string): string {
  return url.replace(/^\/api\/v1/, '')
}

/** Scrolls to the element named by the hash of the address. Returns false if there is none (yet). */
export function showFragment(): boolean {
  const target = location.hash === '' ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)))
  target?.scrollIntoView()
  return target !== null
}

/** A link within the pages. It does not reload them, so the key is not lost. */
export function Link({
  to,
  children,
  className,
  current,
  lang,
}: {
  readonly to: string
  readonly children: ReactNode
  readonly className?: string
  readonly current?: 'page' | undefined
  readonly lang?: 'es'
}) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    navigate(to)
    if (!showFragment()) scrollTo(0, 0)
  }
  return (
    <a href={to} onClick={follow} className={className} aria-current={current} lang={lang}>
      {children}
    </a>
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener)
  addEventListener(changed, listener)
  return () => {
    removeEventListener('popstate', listener)
    removeEventListener(changed, listener)
  }
}

import type { Origin } from './proxy.ts'

/** Where a request comes from. The adapter that received the request sets this; of headers it reads only those of trusted proxies. */
export type Caller = { readonly kind: 'desktop' | 'terminal' } | ({ readonly kind: 'network' } & Origin)

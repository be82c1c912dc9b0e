/** Where a request comes from. The adapter that took it says so; no header can claim it. */
export type Caller = { readonly kind: 'desktop' | 'terminal' } | { readonly kind: 'network'; readonly address: string }

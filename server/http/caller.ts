/** Where a request comes from. The adapter that received the request sets this; no header can change it. */
export type Caller = { readonly kind: 'desktop' | 'terminal' } | { readonly kind: 'network'; readonly address: string }

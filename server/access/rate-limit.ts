/** State of a rate limit after a request, for the `RateLimit` headers. */
export interface RateLimit {
  readonly allowed: boolean
  readonly quota: number
  readonly remaining: number
  /** Seconds until one more request is allowed, where none is left; else until the bucket is full. */
  readonly resetSeconds: number
}

/** Token buckets, one for each name (a key, an address). */
export interface RateLimiter {
  /** Spends one request, where one is left. */
  take(name: string): RateLimit
  /** Whether none is left. */
  isSpent(name: string): boolean
}

interface Bucket {
  tokens: number
  at: number
}

/** How many buckets are kept; past that, full ones are forgotten first. */
const mostBuckets = 10_000

/** Buckets that hold a minute's quota and fill evenly. `now` is a monotonic clock in milliseconds: one that is set back would lock every caller out. */
export function openRateLimiter(perMinute: number, now: () => number): RateLimiter {
  const buckets = new Map<string, Bucket>()
  const perMs = perMinute / 60_000
  const filledAt = (name: string, at: number): number => {
    const bucket = buckets.get(name)
    return bucket === undefined ? perMinute : Math.min(perMinute, bucket.tokens + (at - bucket.at) * perMs)
  }
  return {
    isSpent: (name) => filledAt(name, now()) < 1,
    take(name) {
      const at = now()
      const filled = filledAt(name, at)
      const allowed = filled >= 1
      const tokens = allowed ? filled - 1 : filled
      buckets.delete(name)
      buckets.set(name, { tokens, at })
      if (buckets.size > mostBuckets) forget(buckets, at, perMinute, perMs)
      return {
        allowed,
        quota: perMinute,
        remaining: Math.floor(tokens),
        resetSeconds: Math.ceil((allowed ? perMinute - tokens : 1 - tokens) / perMs / 1000),
      }
    },
  }
}

function forget(buckets: Map<string, Bucket>, at: number, perMinute: number, perMs: number): void {
  for (const [name, bucket] of buckets) {
    if (bucket.tokens + (at - bucket.at) * perMs >= perMinute) buckets.delete(name)
  }
  for (const name of buckets.keys()) {
    if (buckets.size <= mostBuckets) return
    buckets.delete(name)
  }
}

/** The `RateLimit` headers (IETF draft); none without a limit. */
export function rateLimitHeaders(limit: RateLimit | undefined): Record<string, string> {
  if (limit === undefined) return {}
  return { 'RateLimit-Policy': `"default";q=${limit.quota};w=60`, RateLimit: `"default";r=${limit.remaining};t=${limit.resetSeconds}` }
}

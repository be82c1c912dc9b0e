/** The state of a rate limit after a request, for the `RateLimit` headers. */
export interface RateLimit {
  readonly allowed: boolean
  readonly quota: number
  readonly remaining: number
  /** Seconds until the next request is allowed if none is left, otherwise until the bucket is full. */
  readonly resetSeconds: number
}

/** A rate limiter with one token bucket for each name (a key or an address). */
export interface RateLimiter {
  /** Uses one request if any is left. */
  take(name: string): RateLimit
  /** True if no request is left. */
  isExhausted(name: string): boolean
}

interface Bucket {
  tokens: number
  at: number
}

/** Most buckets kept. Above that, full buckets are dropped first. */
const mostBuckets = 10_000

/**
 * Opens a rate limiter whose buckets hold `perMinute` requests and refill evenly. `now` is a monotonic clock in milliseconds: a clock set back
 * would block every caller.
 */
export function openRateLimiter(perMinute: number, now: () => number): RateLimiter {
  const buckets = new Map<string, Bucket>()
  const perMs = perMinute / 60_000
  const filledAt = (name: string, at: number): number => {
    const bucket = buckets.get(name)
    return bucket === undefined ? perMinute : Math.min(perMinute, bucket.tokens + (at - bucket.at) * perMs)
  }
  return {
    isExhausted: (name) => filledAt(name, now()) < 1,
    take(name) {
      const at = now()
      const filled = filledAt(name, at)
      const allowed = filled >= 1
      const tokens = allowed ? filled - 1 : filled
      buckets.delete(name)
      buckets.set(name, { tokens, at })
      if (buckets.size > mostBuckets) dropBuckets(buckets, at, perMinute, perMs)
      return {
        allowed,
        quota: perMinute,
        remaining: Math.floor(tokens),
        resetSeconds: Math.ceil((allowed ? perMinute - tokens : 1 - tokens) / perMs / 1000),
      }
    },
  }
}

function dropBuckets(buckets: Map<string, Bucket>, at: number, perMinute: number, perMs: number): void {
  for (const [name, bucket] of buckets) {
    if (bucket.tokens + (at - bucket.at) * perMs >= perMinute) buckets.delete(name)
  }
  for (const name of buckets.keys()) {
    if (buckets.size <= mostBuckets) return
    buckets.delete(name)
  }
}

/** The `RateLimit` headers (IETF draft); empty without a limit. */
export function rateLimitHeaders(limit: RateLimit | undefined): Record<string, string> {
  if (limit === undefined) return {}
  return { 'RateLimit-Policy': `"default";q=${limit.quota};w=60`, RateLimit: `"default";r=${limit.remaining};t=${limit.resetSeconds}` }
}

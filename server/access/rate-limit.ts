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
  /** Takes requests that were let through elsewhere, so that less than none may be left. */
  spend(name: string, count: number): void
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
  const set = (name: string, tokens: number, at: number): void => {
    buckets.delete(name)
    buckets.set(name, { tokens, at })
    if (buckets.size > mostBuckets) dropBuckets(buckets, at, perMinute, perMs)
  }
  return {
    spend(name, count) {
      const at = now()
      set(name, Math.max(filledAt(name, at) - count, -perMinute), at)
    },
    isExhausted: (name) => filledAt(name, now()) < 1,
    take(name) {
      const at = now()
      const filled = filledAt(name, at)
      const allowed = filled >= 1
      const tokens = allowed ? filled - 1 : filled
      set(name, tokens, at)
      return {
        allowed,
        quota: perMinute,
        remaining: Math.max(0, Math.floor(tokens)),
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

/** Numbers of requests that were let through since the last message, by name. */
export type Spent = readonly (readonly [name: string, count: number])[]

const shareEveryMs = 100

/**
 * A rate limiter of several processes that share their limits: it tells what it lets through a tenth of a second later at most, and takes what the others
 * let through from its own buckets. What they let through at once above the limit is missing afterwards.
 */
export function sharedRateLimiter(own: RateLimiter, tell: (spent: Spent) => void): { readonly limiter: RateLimiter; hear(spent: Spent): void } {
  const spent = new Map<string, number>()
  const flush = (): void => {
    tell([...spent])
    spent.clear()
  }
  return {
    hear(others) {
      for (const [name, count] of others) own.spend(name, count)
    },
    limiter: {
      ...own,
      take(name) {
        const limit = own.take(name)
        if (!limit.allowed) return limit
        if (spent.size === 0) setTimeout(flush, shareEveryMs).unref()
        spent.set(name, (spent.get(name) ?? 0) + 1)
        return limit
      },
    },
  }
}

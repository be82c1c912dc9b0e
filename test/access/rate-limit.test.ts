import { describe, expect, test, vi } from 'vitest'
import { openRateLimiter, rateLimitHeaders, type Spent, sharedRateLimiter } from '../../server/access/rate-limit.ts'

const minute = 60_000

describe('a rate limit', () => {
  test('tells how many requests are left, and in how many seconds all of them or the next one will be', () => {
    let now = 0
    const limiter = openRateLimiter(6, () => now)
    const taken = () => {
      const { allowed, remaining, resetSeconds } = limiter.take('una')
      return [allowed, remaining, resetSeconds]
    }
    expect(Array.from({ length: 7 }, taken)).toEqual([
      [true, 5, 10],
      [true, 4, 20],
      [true, 3, 30],
      [true, 2, 40],
      [true, 1, 50],
      [true, 0, 60],
      [false, 0, 10],
    ])
    now = 4000
    expect(taken()).toEqual([false, 0, 6])
    now = 10_000
    expect(taken()).toEqual([true, 0, 60])
    // However long nobody asks, no more than a minute of requests is saved up.
    now = 100 * minute
    expect(taken()).toEqual([true, 5, 10])
    expect(rateLimitHeaders(limiter.take('una'))).toEqual({ 'RateLimit-Policy': '"default";q=6;w=60', RateLimit: '"default";r=4;t=20' })
    expect(rateLimitHeaders(undefined)).toEqual({})
  })

  test('is used up until a whole request is left', () => {
    let now = 0
    const limiter = openRateLimiter(1, () => now)
    expect(limiter.isExhausted('una')).toBe(false)
    limiter.take('una')
    expect([limiter.isExhausted('una'), limiter.isExhausted('otra')]).toEqual([true, false])
    now = minute - 1
    expect(limiter.isExhausted('una')).toBe(true)
    now = minute
    expect(limiter.isExhausted('una')).toBe(false)
  })

  test('of ten thousand names is kept; beyond, that of who asked longest ago is forgotten', () => {
    const limiter = openRateLimiter(1, () => 0)
    const take = (index: number) => void limiter.take(`nombre ${index}`)
    for (let index = 0; index < 10_000; index++) take(index)
    expect(limiter.isExhausted('nombre 0')).toBe(true)
    take(0)
    take(10_000)
    const forgotten = Array.from({ length: 10_001 }, (_one, index) => index).filter((index) => !limiter.isExhausted(`nombre ${index}`))
    expect(forgotten).toEqual([1])
  })

  test('that is whole again is forgotten before one that is in use', () => {
    let now = 0
    const limiter = openRateLimiter(2, () => now)
    limiter.take('en uso')
    limiter.take('en uso')
    for (let index = 1; index < 10_000; index++) limiter.take(`nombre ${index}`)
    // After half a minute one request is back: that is all that the others took.
    now = minute / 2
    limiter.take('una más')
    limiter.take('en uso')
    expect([limiter.isExhausted('en uso'), limiter.isExhausted('nombre 1')]).toEqual([true, false])
  })
})

describe('a rate limit that processes share', () => {
  test('takes what the others let through, down to a minute in debt', () => {
    let now = 0
    const { limiter, hear } = sharedRateLimiter(
      openRateLimiter(6, () => now),
      () => undefined,
    )
    hear([['una', 4]])
    expect(limiter.take('una')).toMatchObject({ allowed: true, remaining: 1 })
    hear([['una', 1000]])
    now = minute
    expect(limiter.take('una')).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 10 })
    now = minute + 10_000
    expect(limiter.take('una').allowed).toBe(true)
  })

  test('tells the others, within a tenth of a second and once, what it let through and not what it refused', () => {
    vi.useFakeTimers()
    try {
      const told: Spent[] = []
      const { limiter } = sharedRateLimiter(
        openRateLimiter(2, () => 0),
        (spent) => told.push(spent),
      )
      for (const name of ['una', 'una', 'una', 'otra']) limiter.take(name)
      vi.advanceTimersByTime(99)
      expect(told).toEqual([])
      vi.advanceTimersByTime(1)
      const first = [
        ['una', 2],
        ['otra', 1],
      ]
      expect(told).toEqual([first])
      limiter.take('una')
      vi.advanceTimersByTime(1000)
      expect(told).toEqual([first])
      limiter.take('otra')
      vi.advanceTimersByTime(100)
      expect(told).toEqual([first, [['otra', 1]]])
    } finally {
      vi.useRealTimers()
    }
  })
})

import { describe, expect, test } from 'vitest'
import { incomingBodies, outgoingBodies } from '../../electron/service/bodies.ts'
import type { BodyMessage } from '../../electron/service/messages.ts'

/** Both sides of a channel, with what is on its way. `pulled`: pieces that the source was asked for. */
function channel() {
  const onItsWay: BodyMessage[] = []
  const counts = { pulled: 0, cancelled: 0 }
  const sent = outgoingBodies((message) => {
    onItsWay.push(message)
    queueMicrotask(() => received.take(message))
  })
  const received = incomingBodies(({ id }) => queueMicrotask(() => sent.more(id)))
  const source = (pieces: number, size: number, failsAt = Number.POSITIVE_INFINITY): ReadableStream<Uint8Array> =>
    new ReadableStream({
      pull(controller) {
        if (counts.pulled === failsAt) throw new Error('the source failed')
        if (counts.pulled === pieces) controller.close()
        else controller.enqueue(new Uint8Array(size).fill(counts.pulled++ % 251))
      },
      cancel() {
        counts.cancelled += 1
      },
    })
  return { onItsWay, counts, sent, received, source }
}
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe('bodies over a channel of messages', () => {
  test.each([
    [0, 1],
    [1, 1],
    [3, 1_000_000],
    [200, 70_000],
  ])('%i pieces of %i bytes arrive whole and in order', async (pieces, size) => {
    const { sent, received, source } = channel()
    const arrived = received.open(7, () => undefined)
    void sent.send(7, source(pieces, size))
    const bytes = new Uint8Array(await new Response(arrived).arrayBuffer())
    const expected = Buffer.concat(Array.from({ length: pieces }, (_, index) => Buffer.alloc(size, index % 251)))
    expect(Buffer.from(bytes).equals(expected)).toBe(true)
  })
  test('a body that nobody reads stays where it is, but for a few pieces', async () => {
    const { sent, received, source, counts, onItsWay } = channel()
    const arrived = received.open(1, () => undefined)
    void sent.send(1, source(10_000, 1000))
    await turns()
    expect(onItsWay).toHaveLength(8)
    expect(counts.pulled).toBeLessThan(12)
    const reader = arrived.getReader()
    for (let read = 0; read < 5; read++) await reader.read()
    await turns()
    expect(onItsWay.length).toBeLessThan(16)
  })
  test('a piece carries its own bytes and not the buffer behind it', async () => {
    const { sent, received, onItsWay } = channel()
    received.open(1, () => undefined)
    const large = new Uint8Array(10_000_000)
    await sent.send(1, new Response(large.subarray(5, 8)).body ?? new ReadableStream())
    expect(onItsWay[0]).toMatchObject({ kind: 'piece', bytes: new Uint8Array(3) })
    expect(onItsWay.every((message) => message.kind !== 'piece' || message.bytes.buffer.byteLength === message.bytes.length)).toBe(true)
  })
  test('a source that fails breaks the body off', async () => {
    const { sent, received, source } = channel()
    const arrived = received.open(1, () => undefined)
    void sent.send(1, source(100, 10, 3))
    await expect(new Response(arrived).arrayBuffer()).rejects.toThrow('broke off')
  })
  test('a reader that wants no more stops the source; one that is lost gets an error', async () => {
    const { sent, received, source, counts } = channel()
    const arrived = received.open(1, () => sent.cancel(1))
    const sending = sent.send(1, source(10_000, 10))
    const reader = arrived.getReader()
    await reader.read()
    await reader.cancel()
    await sending
    expect(counts).toMatchObject({ cancelled: 1 })
    const other = received.open(2, () => undefined).getReader()
    const reading = other.read()
    received.break()
    await expect(reading).rejects.toThrow('broke off')
  })
})

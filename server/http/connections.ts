import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isLoopback } from './private-network.ts'

/** How many connections there may be at once. */
export interface ConnectionLimits {
  /** In all. */
  readonly connections: number
  /** From one address. */
  readonly perAddress: number
  /** Of all, those kept for callers on this machine: others cannot shut it out. */
  readonly forLoopback: number
}

/** Counts a connection from an address and returns what to call once at its end; undefined where there is no room for it. */
export function connectionCounter({ connections, perAddress, forLoopback }: ConnectionLimits): (address: string) => (() => void) | undefined {
  const byAddress = new Map<string, number>()
  let total = 0
  return (address) => {
    const own = byAddress.get(address) ?? 0
    if (own >= perAddress || total >= connections - (isLoopback(address) ? 0 : forLoopback)) return undefined
    byAddress.set(address, own + 1)
    total++
    return () => {
      total--
      const left = (byAddress.get(address) ?? 1) - 1
      if (left === 0) byAddress.delete(address)
      else byAddress.set(address, left)
    }
  }
}

/** Closes a connection on which nothing has come after a time, in milliseconds. From the first byte on, the limits of headers and request hold. */
export function closeUnlessSpoken(socket: Socket, withinMs: number): void {
  const before = socket.bytesRead
  const timer = setTimeout(() => {
    if (socket.bytesRead === before) socket.destroy()
  }, withinMs)
  socket.once('close', () => clearTimeout(timer))
}

/** Closes the connection of an answer that its caller has not taken whole within a time, in milliseconds. */
export function closeUnlessTaken(answer: ServerResponse, socket: Socket, withinMs: number): void {
  if (answer.closed) return
  const timer = setTimeout(() => socket.destroy(), withinMs)
  answer.once('close', () => clearTimeout(timer))
}

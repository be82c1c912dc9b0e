import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isLoopback } from './private-network.ts'

/** Limits on simultaneous connections. */
export interface ConnectionLimits {
  /** Most connections in total. */
  readonly connections: number
  /** Most connections from one address. */
  readonly perAddress: number
  /** Connections of the total that are reserved for loopback addresses, so that other machines cannot block this one. */
  readonly forLoopback: number
}

/**
 * Returns a function that counts a connection from an address. It returns the function to call when the connection ends, or undefined if a limit is
 * reached. The connections of a trusted proxy are those of many callers, so only the total limits them.
 */
export function connectionCounter(
  { connections, perAddress, forLoopback }: ConnectionLimits,
  isTrustedProxy: (address: string) => boolean = () => false,
): (address: string) => (() => void) | undefined {
  const byAddress = new Map<string, number>()
  let total = 0
  return (address) => {
    const own = byAddress.get(address) ?? 0
    if ((own >= perAddress && !isTrustedProxy(address)) || total >= connections - (isLoopback(address) ? 0 : forLoopback)) return undefined
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

/**
 * Closes a connection that has sent no byte within `withinMs` milliseconds. After the first byte the time limits of headers and request apply.
 * If this process was busy, what was sent in time is read first.
 */
export function closeIfSilent(socket: Socket, withinMs: number): void {
  const before = socket.bytesRead
  const closeIfUnheard = (): void => {
    if (socket.bytesRead === before) socket.destroy()
  }
  const timer = setTimeout(() => setImmediate(closeIfUnheard), withinMs)
  socket.once('close', () => clearTimeout(timer))
}

/** Closes the connection if the caller has not received the whole answer within `withinMs` milliseconds. */
export function closeIfUnread(answer: ServerResponse, socket: Socket, withinMs: number): void {
  if (answer.closed) return
  const timer = setTimeout(() => socket.destroy(), withinMs)
  answer.once('close', () => clearTimeout(timer))
}

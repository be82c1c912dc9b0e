import { createSocket } from 'node:dgram'
import { connect, isIPv6, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { delivery, type SyslogAddress, type SyslogGroup } from './syslog.ts'

// Sends the messages that are posted here, one group after the other, and says how each ended.
type Send = (messages: readonly string[]) => Promise<void>

const sendWithinMs = 1500
const address = workerData as SyslogAddress
const send: Send = address.transport === 'udp' ? overUdp(address) : overStream(address)
let last = Promise.resolve()

parentPort?.on('message', ({ messages, outcome }: SyslogGroup) => {
  last = last.then(async () => {
    const ended = await send(messages).then(
      () => delivery.done,
      () => delivery.failed,
    )
    parentPort?.postMessage(ended)
    if (outcome === undefined) return
    Atomics.store(outcome, 0, ended)
    Atomics.notify(outcome, 0)
  })
})

function overUdp({ host, port }: Extract<SyslogAddress, { transport: 'udp' | 'tcp' }>): Send {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  // A refused datagram is told after it was sent: the next one finds out.
  let refused: Error | undefined
  socket.on('error', (error) => {
    refused = error
  })
  const connected = new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.connect(port, host, resolve)
  })
  return async (messages) => {
    await connected
    for (const message of messages) {
      await new Promise<void>((resolve, reject) => socket.send(message, (error) => (error === null ? resolve() : reject(error))))
      // A server of this machine that is not there refuses at once.
      await new Promise((resolve) => setImmediate(resolve))
      const error = refused
      refused = undefined
      if (error !== undefined) throw error
    }
  }
}

function overStream(target: SyslogAddress): Send {
  let open: Socket | undefined
  const connected = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      if (open !== undefined) return resolve(open)
      const socket = target.transport === 'unix' ? connect(target.path) : connect(target.port, target.host)
      const timer = setTimeout(() => socket.destroy(new Error('No answer in time')), sendWithinMs)
      socket.once('connect', () => {
        clearTimeout(timer)
        open = socket
        resolve(socket)
      })
      socket.on('error', reject)
      // A server that ends its half takes nothing more.
      for (const event of ['end', 'close'] as const)
        socket.on(event, () => {
          clearTimeout(timer)
          socket.destroy()
          if (open === socket) open = undefined
        })
      socket.resume()
    })
  return async (messages) => {
    const socket = await connected()
    const framed = messages.map((message) => `${Buffer.byteLength(message)} ${message}`).join('')
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => socket.destroy(new Error('Not taken in time')), sendWithinMs)
      socket.once('close', () => reject(new Error('Closed')))
      socket.write(framed, (error) => {
        clearTimeout(timer)
        if (error === null || error === undefined) resolve()
        else reject(error)
      })
    })
  }
}

// Gives a process of Node the channel that Electron gives to a utility process, and takes away its own.
const send = process.send?.bind(process)
process.send = undefined
process.parentPort = {
  once: (_event, listener) => process.once('message', (data) => listener({ data })),
  postMessage: (message) => send?.(message),
}

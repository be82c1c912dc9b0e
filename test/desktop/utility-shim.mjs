// Gives a process of Node the channel that Electron gives to a utility process, and takes away its own.
const send = process.send?.bind(process)
process.send = undefined
process.parentPort = {
  on: (_event, listener) => process.on('message', (data) => listener({ data })),
  once: (_event, listener) => process.once('message', (data) => listener({ data })),
  postMessage: (message) => send?.(message),
}
// Electron ends its utility processes with the program.
process.once('disconnect', () => process.exit(1))

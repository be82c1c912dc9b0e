/**
 * Loaded before the server by `npm run bench:soak`, with `--expose-gc`. At SIGUSR2 it collects what is garbage and writes what is left to the error output:
 * `memory <heap> <outside> <resident>`, in bytes. Without that, memory is mostly what V8 has not collected yet, which hangs on chance.
 */
process.on('SIGUSR2', () => {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.stderr.write(`memory ${heapUsed} ${external} ${rss}\n`)
})

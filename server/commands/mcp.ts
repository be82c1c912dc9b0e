import { Transform } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createMcpServer } from '../api/mcp-server.ts'
import { operationRequest } from '../api/operation-request.ts'
import { parseExactJson } from '../engine/exact-json.ts'
import { commands } from '../usage/commands.ts'
import { openLocal } from './local-service.ts'
import { parse, type Terminal } from './terminal.ts'

type Json = Record<string, unknown>

/** `mcp`: speaks the Model Context Protocol over standard input and output until the input ends. Stores nothing and needs no key. */
export async function mcpCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parse(args, commands.mcp.options)
  const local = await openLocal(terminal, values, 'nothing-stored')
  const calls = exactCalls()
  const server = () =>
    createMcpServer({
      isAll: values.all,
      send: (operation, input) => {
        const { path, body } = operationRequest(operation, input)
        return local.fetch(path, body, operation.method)
      },
      exactArguments: calls.argumentsOf,
    })
  try {
    const ended = new Promise<void>((resolve) => process.stdin.once('close', resolve))
    const handle = serveStdio(server, { transport: new StdioServerTransport(process.stdin.pipe(calls.input), process.stdout) })
    await ended
    await handle.close()
    return 0
  } finally {
    await local.close()
  }
}

/** Calls whose arguments are kept: those under way, with room. A call is answered from them again after each question to the person. */
const mostKept = 200

/** Reads the messages that pass, and keeps the arguments of calls with numbers that a double would round. */
function exactCalls(): { readonly input: Transform; argumentsOf(id: string | number): Json | undefined } {
  const kept = new Map<string | number, Json>()
  let rest = ''
  const input = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest += chunk.toString('latin1')
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) keep(Buffer.from(line, 'latin1').toString())
      done(null, chunk)
    },
  })
  const keep = (line: string): void => {
    try {
      const { id, method, params } = parseExactJson(line) as { readonly id?: string | number; readonly method?: string; readonly params?: Json }
      if (method === 'tools/call' && id !== undefined) kept.set(id, (params?.['arguments'] ?? {}) as Json)
      const [oldest] = kept.keys()
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    } catch {
      // What is no message is answered by the library.
    }
  }
  return {
    input,
    argumentsOf(id) {
      return kept.get(id)
    },
  }
}

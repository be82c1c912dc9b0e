import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { version } from '../config/version.ts'
import { textForDoubles } from '../engine/exact-json.ts'
import { getArticle } from '../operations/get-article.ts'
import type { Definition, Operation } from '../operations/operation.ts'
import { describeTool, mcpTools } from './mcp-tools.ts'

type Json = Record<string, unknown>

/** What a server for language models is made over. */
export interface McpSource {
  /** True for all tools, false for the eight of everyday. */
  readonly isAll: boolean
  /** Sends an operation to the service, as the caller. */
  send(operation: Operation, input: Json): Promise<Response>
  /** The arguments of a call with all digits of their numbers; undefined if they are those that were parsed. */
  exactArguments(id: string | number): Json | undefined
}

const instructions =
  'Plomada decides whether values of a building in Spain comply with the regulations in force. Only `verify` decides; never judge a value from memory. Where an answer says what is missing (`missing`), ask the user for it and never guess. Quote the sources of each answer: document, section, edition. Values may be text with a decimal comma; elements, parameters and municipalities are taken by their Spanish names.'
const article = 'plomada://normativa/{collection}/{document}/{section}'

/** Makes a server of the Model Context Protocol over the operations of the service. An error of an operation is an error of the tool, with its problem. */
export function createMcpServer({ isAll, send, exactArguments }: McpSource): Server {
  const tools = mcpTools(isAll)
  const server = new Server({ name: 'plomada', title: 'Plomada', version }, { capabilities: { tools: {}, resources: {} }, instructions })
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(describeTool) }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    return await resultOf(await send(tool.operation, exactArguments(mcpReq.id) ?? params.arguments ?? {}))
  })
  server.setRequestHandler('resources/list', () => ({ resources: [] }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: article,
        name: 'article',
        title: 'Apartado de una norma',
        description: 'Text, tables and rules of one section',
        mimeType: 'application/json',
      },
    ],
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const [, collection, document, section] = /^plomada:\/\/normativa\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(uri) ?? []
    if (section === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Expected ${article}`)
    // Safe cast: the service parses the input of the operation.
    const operation = { ...(getArticle as unknown as Definition), name: 'getArticle' }
    const response = await send(operation, { collection, document, section })
    const text = await response.text()
    if (!response.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, String((JSON.parse(text) as Json)['detail']))
    return { contents: [{ uri, mimeType: 'application/json', text }] }
  })
  return server
}

/** The answer of an operation as the result of a tool: as text with every digit, and as data for readers with doubles. */
async function resultOf(response: Response): Promise<CallToolResult> {
  const text = await response.text()
  const content = [{ type: 'text' as const, text }]
  if (!response.ok) return { isError: true, content }
  return { content, structuredContent: JSON.parse(textForDoubles(text)) as Json }
}

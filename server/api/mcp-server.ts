import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { version } from '../config/version.ts'
import { textForDoubles } from '../engine/exact-json.ts'
import type { Operation } from '../operations/operation.ts'
import { answersIn, canAsk, questionFor, withAnswers } from './mcp-missing.ts'
import { readResource, resourceList, resourceTemplates } from './mcp-resources.ts'
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

/** Makes a server of the Model Context Protocol over the operations of the service. An error of an operation is an error of the tool, with its problem. */
export function createMcpServer({ isAll, send, exactArguments }: McpSource): Server {
  const tools = mcpTools(isAll)
  const server = new Server({ name: 'plomada', title: 'Plomada', version }, { capabilities: { tools: {}, resources: {} }, instructions })
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(describeTool) }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    const given = exactArguments(mcpReq.id) ?? params.arguments ?? {}
    const asksPerson = canAsk(mcpReq.envelope, server.getClientCapabilities()) && 'context' in tool.operation.input.shape
    const answers = asksPerson ? answersIn(mcpReq.inputResponses, mcpReq.requestState()) : undefined
    const response = await send(tool.operation, answers === undefined ? given : withAnswers(given, answers))
    const text = await response.text()
    const question = response.ok || answers === undefined ? undefined : questionFor(JSON.parse(text) as Json, answers)
    return question ?? resultOf(response.ok, text)
  })
  server.setRequestHandler('resources/list', resourceList)
  server.setRequestHandler('resources/templates/list', resourceTemplates)
  server.setRequestHandler('resources/read', ({ params: { uri } }) => readResource(uri, send))
  return server
}

/** The answer of an operation as the result of a tool: as text with every digit, and as data for readers with doubles. */
function resultOf(isOk: boolean, text: string): CallToolResult {
  const content = [{ type: 'text' as const, text }]
  return isOk ? { content, structuredContent: JSON.parse(textForDoubles(text)) as Json } : { isError: true, content }
}

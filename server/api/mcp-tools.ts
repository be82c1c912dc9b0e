import { operationList, type operations } from '../operations/index.ts'
import type { Operation } from '../operations/operation.ts'
import { schemaOf } from './json-schema.ts'

/** An operation as a tool for language models. */
export interface McpTool {
  readonly name: string
  readonly operation: Operation
}

/** The names of the tools that are offered by default. */
const toolNames: Readonly<Partial<Record<keyof typeof operations, string>>> = {
  verify: 'verify',
  describeParameter: 'describe',
  listRequirements: 'exigencias',
  ask: 'ask',
  search: 'search',
  getArticle: 'article',
  getGeo: 'geo',
  listMunicipios: 'municipios',
}

/** The operations that read or decide and answer with JSON, as tools: the eight of everyday, or all. */
export function mcpTools(isAll: boolean): readonly McpTool[] {
  const everyday = Object.entries(toolNames).flatMap(([of, name]) =>
    operationList.flatMap((operation) => (operation.name === of ? [{ name, operation }] : [])),
  )
  const others = operationList
    .filter(({ name, scope, writes, files }) => !(name in toolNames) && writes === undefined && files === undefined && scope !== 'admin')
    .map((operation) => ({ name: operation.name, operation }))
  return isAll ? [...everyday, ...others] : everyday
}

/** A tool as `tools/list` describes it, with the schemas of OpenAPI. */
export function describeTool({ name, operation }: McpTool) {
  const { summary, description, input, output } = operation
  return {
    name,
    title: summary,
    description: `${summary}. ${description}`,
    inputSchema: { ...schemaOf(input, 'input'), type: 'object' as const },
    outputSchema: { ...schemaOf(output, 'output'), type: 'object' as const },
    annotations: { title: summary, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }
}

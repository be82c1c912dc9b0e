import { schemaOf } from '../api/json-schema.ts'
import type { Operation } from '../operations/operation.ts'
import type { CommandUsage } from './commands.ts'
import { fieldTexts } from './field-texts.ts'
import type { OperationCommand } from './operation-commands.ts'
import { chosen, type Option, repeated, text, valued } from './option.ts'
import { shared } from './shared-options.ts'

/** The option of an input field: `geo_id` is `--geo`, `codes` is `--code`, `as_of` is `--as-of`. */
export function optionName(field: string): string {
  return { geo_id: 'geo', codes: 'code' }[field] ?? field.replaceAll('_', '-')
}

/** The fields of an operation's path, in order: the operands of its command. */
export function operandsOf({ path }: Operation): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** The other input fields of an operation, with the option of each. */
export function fieldOptions(operation: Operation): ReadonlyMap<string, Option> {
  const operands = operandsOf(operation)
  const { properties = {}, required = [] } = inputSchema(operation)
  return new Map(
    Object.entries(properties).flatMap(([field, schema]): [string, Option][] =>
      operands.includes(field) ? [] : [[field, { ...optionOf(field, schema), ...(required.includes(field) ? { required: true } : {}) }]],
    ),
  )
}

/** The input fields of an operation that are numbers. */
export function numberFields(operation: Operation): readonly string[] {
  return Object.entries(inputSchema(operation).properties ?? {}).flatMap(([field, { type = '' }]) =>
    ['number', 'integer'].includes(type) ? [field] : [],
  )
}

function inputSchema({ input }: Operation) {
  return schemaOf(input, 'input') as { readonly properties?: Readonly<Record<string, Schema>>; readonly required?: readonly string[] }
}

interface Schema {
  readonly type?: string
  readonly enum?: readonly string[]
}

function optionOf(field: string, { type, enum: values }: Schema): Option {
  const { value, about } = fieldTexts[field] ?? { value: text(field.toUpperCase()), about: text('') }
  if (values !== undefined) return chosen(values, about)
  return type === 'array' || type === 'object' ? repeated(value, about) : valued(value, about)
}

/** What the help says of a command that is made from operations. */
export async function operationUsage({ about, operations }: OperationCommand): Promise<CommandUsage> {
  const loaded = await Promise.all(operations.map((load) => load()))
  const operands = operandsOf(loaded.at(-1) as Operation)
  const words = (language: 'es' | 'en'): string =>
    operands
      .map((field, at) => inBrackets(fieldTexts[field]?.value[language] ?? field.toUpperCase(), at >= operandsOf(loaded[0] as Operation).length))
      .join(' ')
  const options = loaded.flatMap((one) => [...fieldOptions(one)].map(([field, option]) => [optionName(field), option] as const))
  return {
    about,
    ...(operands.length === 0 ? {} : { operands: text(words('es'), words('en')) }),
    options: { ...Object.fromEntries(options), csv: shared.csv },
  }
}

function inBrackets(word: string, isOptional: boolean): string {
  return isOptional ? `[${word}]` : word
}

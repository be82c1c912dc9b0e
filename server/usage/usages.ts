import { type CommandUsage, commands } from './commands.ts'
import { operationCommands } from './operation-commands.ts'
import { operationUsage } from './operation-usage.ts'

/** The name of every command, in the order of the help. */
export const commandNames: readonly string[] = [...Object.keys(commands), ...Object.keys(operationCommands)]

/** What a command takes; undefined if there is no such command. */
export async function usageOf(name: string): Promise<CommandUsage | undefined> {
  if (Object.hasOwn(commands, name)) return commands[name as keyof typeof commands]
  const made = Object.hasOwn(operationCommands, name) ? operationCommands[name] : undefined
  return made === undefined ? undefined : await operationUsage(made)
}

/** Every command with what it takes, in the order of the help. */
export async function allUsages(): Promise<ReadonlyMap<string, CommandUsage>> {
  const usages = await Promise.all(commandNames.map(async (name) => [name, await usageOf(name)] as const))
  return new Map(usages.flatMap(([name, usage]) => (usage === undefined ? [] : [[name, usage] as const])))
}

import type { Language } from '../errors/language.ts'
import type { Action } from './actions.ts'
import type { CommandUsage } from './commands.ts'
import type { Option } from './option.ts'
import { commonOptions } from './shared-options.ts'

type Usages = ReadonlyMap<string, CommandUsage>

/** Writes the completion script of each shell. */
export const completions: Readonly<Record<string, (usages: Usages, language: Language) => string>> = { bash, zsh, fish, powershell }

const optionsOf = ({ options }: CommandUsage): [string, Option][] => Object.entries({ ...options, ...commonOptions })
/** What may follow the name of a command: its actions and options. */
const wordsOf = (usage: CommandUsage): string[] => [...Object.keys(usage.actions ?? {}), ...optionsOf(usage).map(([name]) => `--${name}`), '--help']

/** The options with few values, each with them; options of one name have the same values in every command. */
function choices(usages: Usages): [string, readonly string[]][] {
  const all = [...usages.values()].flatMap(optionsOf).flatMap(([name, { values }]) => (values === undefined ? [] : [[name, values] as const]))
  const named = new Map<string, readonly string[]>()
  for (const [name, values] of all) named.set(name, [...new Set([...(named.get(name) ?? []), ...values])])
  return [...named]
}

function bash(usages: Usages): string {
  return `# plomada completion bash >> ~/.bashrc
_plomada() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words=
  case $before in
${choices(usages)
  .map(([name, values]) => `    --${name}) COMPREPLY=($(compgen -W '${values.join(' ')}' -- "$word")); return ;;`)
  .join('\n')}
  esac
  if ((COMP_CWORD == 1)); then words='${[...usages.keys(), 'help', '--help', '--version'].join(' ')}'
  else case \${COMP_WORDS[1]} in
${[...usages].map(([name, usage]) => `    ${name}) words='${wordsOf(usage).join(' ')}' ;;`).join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _plomada plomada`
}

const zshText = (text: string): string => text.replaceAll("'", "'\\''").replace(/[:[\]\\]/g, '\\$&')

/** The actions with their texts, for `_arguments`. */
function zshActions(actions: Readonly<Record<string, Action>>, language: Language): string {
  const described = Object.entries(actions).map(([name, { about }]) => `${name}\\:"${zshText(about[language]).replaceAll('"', '\\"')}"`)
  return `((${described.join(' ')}))`
}

function zsh(usages: Usages, language: Language): string {
  const argument = ([name, { value, values, about, multiple }]: [string, Option]): string =>
    `'${multiple === true ? '*' : ''}--${name}${value === undefined ? '' : '='}[${zshText(about[language])}]${
      value === undefined ? '' : `:${zshText(value[language])}:${values === undefined ? '_files' : `(${values.join(' ')})`}`
    }'`
  const cases = [...usages].map(
    ([name, usage]) =>
      `    ${name}) _arguments ${optionsOf(usage).map(argument).join(' ')} '*:: :${usage.actions === undefined ? '_files' : zshActions(usage.actions, language)}' ;;`,
  )
  return `#compdef plomada
# plomada completion zsh > "\${fpath[1]}/_plomada"
_plomada() {
  local -a commands
  commands=(${[...usages].map(([name, { about }]) => `'${name}:${zshText(about[language])}'`).join(' ')})
  if ((CURRENT == 2)); then _describe plomada commands; return; fi
  local command=$words[2]
  shift words; ((CURRENT--))
  case $command in
${cases.join('\n')}
  esac
}
compdef _plomada plomada`
}

function fish(usages: Usages, language: Language): string {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const option = (command: string, [name, { value, values, about }]: [string, Option]): string => {
    const takes = value === undefined ? '' : values === undefined ? ' -r' : ` -x -a ${quoted(values.join(' '))}`
    return `complete -c plomada -n '__fish_seen_subcommand_from ${command}' -l ${name}${takes} -d ${quoted(about[language])}`
  }
  return [
    '# plomada completion fish > ~/.config/fish/completions/plomada.fish',
    ...[...usages].flatMap(([name, usage]) => [
      `complete -c plomada -f -n __fish_use_subcommand -a ${name} -d ${quoted(usage.about[language])}`,
      ...(usage.actions === undefined
        ? []
        : Object.entries(usage.actions).map(
            ([action, { about }]) => `complete -c plomada -f -n '__fish_seen_subcommand_from ${name}' -a ${action} -d ${quoted(about[language])}`,
          )),
      ...optionsOf(usage).map((one) => option(name, one)),
    ]),
  ].join('\n')
}

function powershell(usages: Usages): string {
  const list = (words: Iterable<string>): string => `@(${[...words].map((word) => `'${word}'`).join(', ')})`
  return `# plomada completion powershell | Out-String | Invoke-Expression   (in $PROFILE)
Register-ArgumentCompleter -Native -CommandName plomada -ScriptBlock {
  param($word, $ast, $position)
  $commands = @{
${[...usages].map(([name, usage]) => `    '${name}' = ${list(wordsOf(usage))}`).join('\n')}
  }
  $values = @{
${choices(usages)
  .map(([name, values]) => `    '--${name}' = ${list(values)}`)
  .join('\n')}
  }
  $typed = @($ast.CommandElements | ForEach-Object { $_.ToString() })
  if ($word -ne '') { $typed = @($typed | Select-Object -SkipLast 1) }
  $before = $typed[-1]
  $words = if ($values.ContainsKey($before)) { $values[$before] }
    elseif ($typed.Count -lt 2) { ${list(usages.keys())} }
    else { $commands[$typed[1]] }
  $words | Where-Object { $_ -like "$word*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}`
}

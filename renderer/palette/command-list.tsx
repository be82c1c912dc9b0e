import { Collection, Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components'
import { useText } from '../session.tsx'
import { resultIcons } from '../shared/notices.tsx'
import type { Command, CommandGroup } from './commands.ts'

const icons = { COMPLIANT: resultIcons.complies, NON_COMPLIANT: resultIcons.fails, UNDECIDED: resultIcons.undecided } as const
const classes = { COMPLIANT: 'complies', NON_COMPLIANT: 'fails', UNDECIDED: 'undecided' } as const

/** The entries of the palette and of the home page, by groups. Chosen by mouse, or by keyboard from the field above. */
export function CommandList({
  label,
  groups,
  empty,
  onChoose,
}: {
  readonly label: string
  readonly groups: readonly CommandGroup[]
  readonly empty: string
  readonly onChoose: (id: string | number) => void
}) {
  return (
    <ListBox<CommandGroup>
      aria-label={label}
      className="list"
      items={groups}
      selectionMode="none"
      onAction={onChoose}
      renderEmptyState={() => <p className="help">{empty}</p>}
    >
      {({ id, title, commands }) => (
        <ListBoxSection id={id}>
          <Header>{title}</Header>
          <Collection items={commands}>{(command) => <CommandItem command={command} />}</Collection>
        </ListBoxSection>
      )}
    </ListBox>
  )
}

function CommandItem({ command: { id, label, hint, isAnswered, isSpanish, status } }: { readonly command: Command }) {
  const words = useText().inicio.status
  return (
    <ListBoxItem id={id} textValue={label} className="option" {...(isSpanish ? { lang: 'es' } : {})}>
      <span>{label}</span>
      {status === undefined ? null : (
        <strong className={`status ${classes[status]}`}>
          <span aria-hidden="true">{icons[status]}</span> {words[status]}
        </strong>
      )}
      {hint === undefined ? null : <span className={isAnswered ? 'help answered' : 'help'}>{hint}</span>}
    </ListBoxItem>
  )
}

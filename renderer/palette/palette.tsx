import { useState } from 'react'
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  TextField,
} from 'react-aria-components'
import { useText } from '../session.tsx'
import type { Command, CommandGroup } from './commands.ts'
import { useGroups } from './use-groups.ts'

/** The command palette: one field to find any page, place, article or action. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const words = useText().palette
  const [typed, setTyped] = useState('')
  const { groups, isSearching } = useGroups(typed)
  const choose = (id: string | number) => {
    const command = groups.flatMap(({ commands }) => commands).find((one) => one.id === id)
    onClose()
    command?.run()
  }
  return (
    <ModalOverlay className="veil" isOpen isDismissable onOpenChange={(isOpen) => isOpen || onClose()}>
      <Modal className="palette">
        <Dialog aria-label={words.title}>
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <TextField aria-label={words.label} className="field" autoFocus>
              <Input role="combobox" aria-expanded placeholder={words.label} spellCheck={false} autoComplete="off" />
            </TextField>
            <ListBox<CommandGroup>
              aria-label={words.title}
              className="list"
              items={groups}
              selectionMode="none"
              onAction={choose}
              renderEmptyState={() => <p className="help">{isSearching ? words.searching : words.nothing}</p>}
            >
              {({ id, title, commands }) => (
                <ListBoxSection id={id}>
                  <Header>{title}</Header>
                  <Collection items={commands}>{commandItem}</Collection>
                </ListBoxSection>
              )}
            </ListBox>
          </Autocomplete>
          <p className="help keys">
            <span>
              <kbd>↑</kbd> <kbd>↓</kbd> {words.move}
            </span>
            <span>
              <kbd>{words.enterKey}</kbd> {words.open}
            </span>
            <span>
              <kbd>Esc</kbd> {words.close}
            </span>
            <span>
              <kbd>/</kbd> {words.search}
            </span>
          </p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function commandItem({ id, label, hint, isSpanish }: Command) {
  return (
    <ListBoxItem id={id} textValue={label} className="option" {...(isSpanish ? { lang: 'es' } : {})}>
      <span>{label}</span>
      {hint === undefined ? null : <span className="help">{hint}</span>}
    </ListBoxItem>
  )
}

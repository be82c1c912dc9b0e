import { useState } from 'react'
import { Autocomplete, Dialog, Input, Modal, ModalOverlay, TextField } from 'react-aria-components'
import { useText } from '../session.tsx'
import { CommandList } from './command-list.tsx'
import { useChoice } from './use-choice.ts'
import { useGroups } from './use-groups.ts'

/** The command palette: one field to find any page, place, article or action. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const words = useText().palette
  const [typed, setTyped] = useState('')
  const { groups, note, isSearching } = useGroups(typed)
  const { choose, onKeyDown } = useChoice(groups, isSearching, onClose)
  return (
    <ModalOverlay className="veil" isOpen isDismissable onOpenChange={(isOpen) => isOpen || onClose()}>
      <Modal className="palette">
        <Dialog aria-label={words.title}>
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <TextField aria-label={words.label} className="field" autoFocus onKeyDown={onKeyDown}>
              <Input role="combobox" aria-expanded placeholder={words.label} spellCheck={false} autoComplete="off" />
            </TextField>
            {note === undefined ? null : <p className="help note">{note}</p>}
            <CommandList label={words.title} groups={groups} empty={isSearching ? words.searching : words.nothing} onChoose={choose} />
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

import { ChevronDown } from 'lucide-react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { useText } from '../session.tsx'

/** What a project is exported as, beside its ficha in PDF. */
const exportKinds = ['docx', 'xlsx', 'csv', 'project'] as const
export type ExportKind = (typeof exportKinds)[number]

/** One button for all files of a project: a menu, worked by arrows, first letters, Enter and Escape. */
export function ExportMenu({ isBusy, onExport }: { readonly isBusy: boolean; onExport(kind: ExportKind): void }) {
  const words = useText().proyectos
  return (
    <MenuTrigger>
      <Button className="with-icon" isDisabled={isBusy}>
        {words.export} <ChevronDown aria-hidden="true" size={16} />
      </Button>
      <Popover className="popover" offset={2} placement="bottom start">
        <Menu className="list" onAction={(key) => exportKinds.filter((kind) => kind === key).forEach(onExport)}>
          {exportKinds.map((kind) => (
            <MenuItem key={kind} id={kind} className="option">
              {words.exportKinds[kind]}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

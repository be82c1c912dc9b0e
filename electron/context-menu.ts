import type { ContextMenuTarget, MenuEntry } from './electron-api.ts'

/** What the pointer's second button offers: Electron shows nothing by itself. Empty where there is nothing to do. */
export function contextMenu({ isEditable, selectionText }: ContextMenuTarget): MenuEntry[] {
  const copy: MenuEntry = { label: 'Copiar', role: 'copy' }
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  return [{ label: 'Cortar', role: 'cut' }, copy, { label: 'Pegar', role: 'paste' }, { label: 'Seleccionar todo', role: 'selectAll' }]
}

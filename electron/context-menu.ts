import type { ContextMenuTarget, MenuEntry } from './electron-api.ts'

/** The entries of the context menu; empty if no action applies. Electron has no default context menu. */
export function contextMenu({ isEditable, selectionText }: ContextMenuTarget): MenuEntry[] {
  const copy: MenuEntry = { label: 'Copiar', role: 'copy' }
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  return [{ label: 'Cortar', role: 'cut' }, copy, { label: 'Pegar', role: 'paste' }, { label: 'Seleccionar todo', role: 'selectAll' }]
}

import type { MenuEntry } from './shell.ts'

export interface MenuActions {
  /** Where the server listens; undefined while it is off. */
  readonly lanUrl: string | undefined
  turnLan(): void
  show(path: string): void
  print(): void
}

const separator: MenuEntry = { type: 'separator' }

const pages: readonly (readonly [string, string])[] = [
  ['Verificar', '/verificar'],
  ['Buscar', '/buscar'],
  ['Normativa', '/normativa'],
  ['Preguntar', '/preguntar'],
  ['Municipios', '/municipios'],
]

/** The menu bar, in Spanish. */
export function menuBar({ lanUrl, turnLan, show, print }: MenuActions): MenuEntry[] {
  return [
    {
      label: 'Archivo',
      submenu: [{ label: 'Imprimir…', accelerator: 'CmdOrCtrl+P', click: print }, separator, { label: 'Salir', role: 'quit' }],
    },
    {
      label: 'Edición',
      submenu: [
        { label: 'Deshacer', role: 'undo' },
        { label: 'Rehacer', role: 'redo' },
        separator,
        { label: 'Cortar', role: 'cut' },
        { label: 'Copiar', role: 'copy' },
        { label: 'Pegar', role: 'paste' },
        { label: 'Seleccionar todo', role: 'selectAll' },
      ],
    },
    {
      label: 'Ver',
      submenu: [
        { label: 'Volver a cargar', role: 'reload' },
        separator,
        { label: 'Tamaño normal', role: 'resetZoom' },
        { label: 'Ampliar', role: 'zoomIn' },
        { label: 'Reducir', role: 'zoomOut' },
        separator,
        { label: 'Pantalla completa', role: 'togglefullscreen' },
      ],
    },
    {
      label: 'Ir',
      submenu: pages.map(([label, path], index) => ({ label, accelerator: `CmdOrCtrl+${index + 1}`, click: () => show(path) })),
    },
    {
      label: 'Servidor',
      submenu: [
        { id: 'lan', label: 'Servir a otros programas de este equipo', type: 'checkbox', checked: lanUrl !== undefined, click: turnLan },
        { label: lanUrl ?? 'Parado', enabled: false },
      ],
    },
    {
      label: 'Ayuda',
      submenu: [
        { label: 'Documentación de la API', click: () => show('/docs/') },
        { label: 'Acerca de Plomada', role: 'about' },
      ],
    },
  ]
}

import { pageRoutes } from '../server/api/page-routes.ts'
import type { MenuEntry } from './electron-api.ts'

/** The state that the menu shows and the actions that it starts. */
export interface MenuActions {
  /** As in `process.platform`. On macOS the first menu is the application menu. */
  readonly platform: string
  /** The URL of the server; undefined while it is off. */
  readonly lanUrl: string | undefined
  /** The files opened last, the newest first. */
  readonly recent: readonly string[]
  /** The knowledge base in use and how old its texts are. */
  readonly base: string
  toggleLan(): void
  show(path: string): void
  /** Has the page do what its content can do. */
  command(name: 'new' | 'save-as' | 'export-pdf' | 'find' | 'find-next' | 'find-previous'): void
  /** Asks for a file and opens it. */
  openFile(): void
  openRecent(file: string): void
  clearRecent(): void
  back(): void
  forward(): void
  print(): void
  preview(): void
  savePage(): void
  about(): void
  /** The version of a newer program in the user's folder for it, if there is one. */
  readonly newerProgram: string | undefined
  /** Shows it, or asks for a folder to look in. */
  findProgram(): void
  showLog(): void
}

const separator: MenuEntry = { type: 'separator' }
const routes: readonly string[] = pageRoutes
const pages = [
  ['Verificar', '/verificar'],
  ['Exigencias', '/exigencias'],
  ['Modelo', '/modelo'],
  ['Buscar', '/buscar'],
  ['Normativa', '/normativa'],
  ['Preguntar', '/preguntar'],
  ['Municipios', '/municipios'],
  ['Proyectos', '/proyectos'],
  ['Biblioteca', '/biblioteca'],
  ['Servidor', '/servidor'],
].filter(([, path = '']) => routes.includes(path))

/** The menu bar, in Spanish. */
export function menuBar(actions: MenuActions): MenuEntry[] {
  const about: MenuEntry = { label: 'Acerca de Plomada', click: actions.about }
  const isMac = actions.platform === 'darwin'
  return [
    ...(isMac ? [macMenu(about)] : []),
    fileMenu(actions, isMac ? { label: 'Cerrar', role: 'close' } : { label: 'Salir', role: 'quit' }),
    editMenu(actions),
    viewMenu,
    goMenu(actions),
    serverMenu(actions),
    {
      label: 'Ayuda',
      submenu: [
        { label: 'Documentación de la API', click: () => actions.show('/docs/') },
        { label: actions.base, click: () => actions.show('/servidor/base') },
        {
          label: actions.newerProgram === undefined ? 'Buscar una versión nueva en una carpeta…' : `Hay una versión nueva: ${actions.newerProgram}…`,
          click: actions.findProgram,
        },
        { label: 'Mostrar el registro de errores', click: actions.showLog },
        ...(isMac ? [] : [separator, about]),
      ],
    },
  ]
}

function macMenu(about: MenuEntry): MenuEntry {
  return {
    label: 'Plomada',
    submenu: [
      about,
      separator,
      { label: 'Servicios', role: 'services' },
      separator,
      { label: 'Ocultar Plomada', role: 'hide' },
      { label: 'Ocultar otros', role: 'hideOthers' },
      { label: 'Mostrar todo', role: 'unhide' },
      separator,
      { label: 'Salir de Plomada', role: 'quit' },
    ],
  }
}

function fileMenu(actions: MenuActions, end: MenuEntry): MenuEntry {
  const { command, openFile, openRecent, clearRecent, recent } = actions
  return {
    label: 'Archivo',
    submenu: [
      { label: 'Proyecto nuevo', accelerator: 'CmdOrCtrl+N', click: () => command('new') },
      { label: 'Abrir…', accelerator: 'CmdOrCtrl+O', click: openFile },
      {
        label: 'Abrir reciente',
        enabled: recent.length > 0,
        submenu: [
          ...recent.map((file): MenuEntry => ({ label: file, click: () => openRecent(file) })),
          separator,
          { label: 'Vaciar la lista', click: clearRecent },
        ],
      },
      separator,
      { label: 'Guardar el proyecto como…', accelerator: 'CmdOrCtrl+S', click: () => command('save-as') },
      { label: 'Exportar la ficha en PDF…', accelerator: 'CmdOrCtrl+E', click: () => command('export-pdf') },
      separator,
      { label: 'Vista previa de impresión', accelerator: 'CmdOrCtrl+Shift+P', click: actions.preview },
      { label: 'Guardar la página como PDF…', click: actions.savePage },
      { label: 'Imprimir…', accelerator: 'CmdOrCtrl+P', click: actions.print },
      separator,
      end,
    ],
  }
}

function editMenu({ command }: MenuActions): MenuEntry {
  return {
    label: 'Edición',
    submenu: [
      { label: 'Deshacer', role: 'undo' },
      { label: 'Rehacer', role: 'redo' },
      separator,
      { label: 'Cortar', role: 'cut' },
      { label: 'Copiar', role: 'copy' },
      { label: 'Pegar', role: 'paste' },
      { label: 'Seleccionar todo', role: 'selectAll' },
      separator,
      { label: 'Buscar en la página…', accelerator: 'CmdOrCtrl+F', click: () => command('find') },
      { label: 'Buscar siguiente', accelerator: 'F3', click: () => command('find-next') },
      { label: 'Buscar anterior', accelerator: 'Shift+F3', click: () => command('find-previous') },
    ],
  }
}

const viewMenu: MenuEntry = {
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
}

function goMenu({ platform, show, back, forward }: MenuActions): MenuEntry {
  const keys = platform === 'darwin' ? { back: 'Cmd+[', forward: 'Cmd+]' } : { back: 'Alt+Left', forward: 'Alt+Right' }
  return {
    label: 'Ir',
    submenu: [
      { label: 'Atrás', accelerator: keys.back, click: back },
      { label: 'Adelante', accelerator: keys.forward, click: forward },
      separator,
      ...pages.map(([label = '', path = ''], index) => ({ label, accelerator: `CmdOrCtrl+${index + 1}`, click: () => show(path) })),
    ],
  }
}

function serverMenu({ lanUrl, toggleLan: turnLan }: MenuActions): MenuEntry {
  return {
    label: 'Servidor',
    submenu: [
      { id: 'lan', label: 'Servir a la red local', type: 'checkbox', checked: lanUrl !== undefined, click: turnLan },
      { label: lanUrl ?? 'Parado', enabled: false },
    ],
  }
}

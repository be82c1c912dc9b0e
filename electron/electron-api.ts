/** The part of Electron that the desktop uses. `main.ts` passes the real objects, tests pass fakes. */
export interface ElectronApi {
  readonly app: {
    getVersion(): string
    setPath(name: 'userData', folder: string): void
    /** Makes the program the one that opens links of the scheme. */
    setAsDefaultProtocolClient(scheme: string): boolean
    /** Adds a file to the list that the system keeps for the program. */
    addRecentDocument(file: string): void
    requestSingleInstanceLock(): boolean
    quit(): void
    exit(code: number): void
    whenReady(): Promise<unknown>
    on(event: 'second-instance', listener: (event: unknown, commandLine: string[], folder: string) => void): unknown
    /** On macOS, for a file that the user opens with the program. May come before Electron is ready. */
    on(event: 'open-file', listener: (event: { preventDefault(): void }, file: string) => void): unknown
    /** On macOS, for a `plomada://` link that the user opens. May come before Electron is ready. */
    on(event: 'open-url', listener: (event: { preventDefault(): void }, link: string) => void): unknown
    on(event: 'before-quit', listener: () => void): unknown
    on(
      event: 'child-process-gone',
      listener: (
        event: unknown,
        details: { readonly type: string; readonly reason: string; readonly exitCode: number; readonly serviceName?: string },
      ) => void,
    ): unknown
    on(event: 'window-all-closed', listener: () => void): unknown
    on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown
    on(event: 'render-process-gone', listener: (event: unknown, contents: unknown, details: { readonly reason: string }) => void): unknown
    on(event: 'web-contents-created', listener: (event: unknown, contents: PageContents) => void): unknown
  }
  readonly protocol: {
    registerSchemesAsPrivileged(schemes: Scheme[]): void
    handle(scheme: string, answer: (request: Request) => Promise<Response>): void
  }
  readonly screen: { getAllDisplays(): readonly { readonly workArea: Rectangle }[] }
  readonly dialog: {
    showErrorBox(title: string, content: string): void
    /** Each dialog belongs to a window, over which it is shown. */
    showMessageBox(window: Window, options: MessageOptions): Promise<{ readonly response: number }>
    showOpenDialog(window: Window, options: FileDialogOptions): Promise<{ readonly canceled: boolean; readonly filePaths: readonly string[] }>
    showSaveDialog(window: Window, options: Omit<FileDialogOptions, 'properties'>): Promise<{ readonly canceled: boolean; readonly filePath: string }>
  }
  readonly clipboard: { writeText(text: string): unknown }
  /** Opens an address in the user's browser. */
  openExternal(address: string): Promise<unknown>
  /** Opens a file with the program that the system has for it; resolves to a text that says what failed, or is empty. */
  openPath(file: string): Promise<string>
  /** Shows a file in the system's file manager. */
  showInFolder(file: string): void
  /** True where the user has chosen dark colours. */
  isDark(): boolean
  /** Calls `listener` for errors that nothing else has met. */
  onProcessError(listener: (error: unknown) => void): void
  /** Puts an icon beside the clock, with a menu. */
  createTray(help: string, menu: MenuEntry[]): Tray
  /** Calls `listener` whenever a page wants to save a file. Call it only once Electron is ready. */
  onDownload(listener: (attempt: { preventDefault(): void }, download: Download) => void): void
  createWindow(options: WindowOptions): Window
  /** Starts a process with Node for a script. Unlike `child_process.fork`, it works in a packaged program. */
  startUtility(script: string, options: UtilityOptions): UtilityChild
  setMenu(menu: MenuEntry[]): void
  /** Shows a menu at the pointer. */
  popUp(menu: MenuEntry[]): void
}

export interface MessageOptions {
  readonly type: 'info' | 'error'
  readonly message: string
  readonly detail: string
  readonly buttons: string[]
  /** The button that closing the dialog presses. */
  readonly cancelId?: number
}

export interface FileDialogOptions {
  readonly title: string
  readonly defaultPath?: string
  readonly properties?: ('openFile' | 'openDirectory')[]
  readonly filters: { name: string; extensions: string[] }[]
}

export interface Tray {
  on(event: 'click', listener: () => void): unknown
  destroy(): void
}

export interface UtilityOptions {
  readonly serviceName: string
  readonly execArgv: string[]
  readonly stdio: 'ignore'
}

/** A utility process. `pid` is undefined before it has started and after it has ended. */
export interface UtilityChild {
  readonly pid: number | undefined
  postMessage(message: unknown): void
  on(event: 'message', listener: (message: unknown) => void): unknown
  once(event: 'exit', listener: (code: number) => void): unknown
  once(event: 'error', listener: () => void): unknown
  once(event: 'spawn', listener: () => void): unknown
  kill(): boolean
}

/** A file that a page wants to save. */
export interface Download {
  getURL(): string
  getFilename(): string
  setSaveDialogOptions(options: { title: string; filters: { name: string; extensions: string[] }[] }): void
  once(event: 'done', listener: (event: unknown, state: 'completed' | 'cancelled' | 'interrupted') => void): unknown
}

export interface Scheme {
  readonly scheme: string
  readonly privileges: { readonly standard: true; readonly secure: true; readonly supportFetchAPI: true }
}

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface WindowOptions {
  readonly width: number
  readonly height: number
  readonly x?: number
  readonly y?: number
  readonly minWidth: number
  readonly minHeight: number
  readonly title: string
  /** False: shown only once it is painted. */
  readonly show: false
  readonly backgroundColor: string
  readonly icon?: string
  readonly webPreferences: {
    readonly sandbox: true
    readonly contextIsolation: true
    readonly nodeIntegration: false
    readonly webSecurity: true
    readonly webviewTag: false
    readonly spellcheck: false
    readonly devTools: boolean
  }
}

export interface Window {
  readonly webContents: {
    print(): void
    reload(): void
    printToPDF(options: { readonly preferCSSPageSize: boolean; readonly printBackground: boolean }): Promise<Uint8Array>
    /** Runs a script of this program in the page. */
    executeJavaScript(script: string): Promise<unknown>
    findInPage(text: string, options: { readonly forward: boolean; readonly findNext: boolean }): unknown
    stopFindInPage(action: 'keepSelection'): void
    once(
      event: 'found-in-page',
      listener: (event: unknown, result: { readonly activeMatchOrdinal: number; readonly matches: number }) => void,
    ): unknown
    readonly navigationHistory: { goBack(): void; goForward(): void }
  }
  getTitle(): string
  show(): void
  hide(): void
  isVisible(): boolean
  loadURL(address: string): Promise<void>
  isMinimized(): boolean
  restore(): void
  focus(): void
  maximize(): void
  isMaximized(): boolean
  getNormalBounds(): Rectangle
  on(event: 'close', listener: (event: { preventDefault(): void }) => void): unknown
  on(event: 'unresponsive' | 'responsive', listener: () => void): unknown
  once(event: 'ready-to-show', listener: () => void): unknown
}

/** A navigation to another address, which `preventDefault` cancels. */
export interface NavigationEvent {
  readonly url: string
  preventDefault(): void
}

/** What is under the pointer when a context menu is opened. */
export interface ContextMenuTarget {
  readonly isEditable: boolean
  readonly selectionText: string
}

export interface PageContents {
  on(event: 'will-navigate', listener: (attempt: NavigationEvent) => void): unknown
  on(event: 'will-frame-navigate', listener: (attempt: NavigationEvent) => void): unknown
  on(event: 'will-redirect', listener: (attempt: NavigationEvent) => void): unknown
  on(event: 'will-attach-webview', listener: (attempt: { preventDefault(): void }) => void): unknown
  on(event: 'context-menu', listener: (event: unknown, at: ContextMenuTarget) => void): unknown
  setWindowOpenHandler(handler: (wanted: { readonly url: string }) => { action: 'deny' }): void
  readonly session: {
    setPermissionRequestHandler(
      handler: (contents: unknown, permission: string, answer: (isGranted: boolean) => void, from: { readonly requestingUrl: string }) => void,
    ): void
    setPermissionCheckHandler(handler: (contents: unknown, permission: string, requestingOrigin: string) => boolean): void
    setDevicePermissionHandler(handler: () => boolean): void
    readonly webRequest: {
      onBeforeRequest(listener: (request: { readonly url: string }, answer: (response: { cancel: boolean }) => void) => void): void
    }
  }
}

type Role =
  | 'quit'
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'selectAll'
  | 'reload'
  | 'resetZoom'
  | 'zoomIn'
  | 'zoomOut'
  | 'togglefullscreen'
  | 'close'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'

export interface MenuEntry {
  readonly id?: string
  readonly label?: string
  readonly role?: Role
  readonly type?: 'separator' | 'checkbox'
  readonly accelerator?: string
  readonly checked?: boolean
  readonly enabled?: boolean
  readonly click?: () => void
  readonly submenu?: MenuEntry[]
}

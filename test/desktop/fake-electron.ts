import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { inject, vi } from 'vitest'
import type { Installation } from '../../electron/desktop-config.ts'
import type { Download, ElectronApi, MenuEntry, PageContents, Scheme, UtilityChild, Window, WindowOptions } from '../../electron/electron-api.ts'
import { serveMessages } from '../../electron/service/serve-messages.ts'
import { startDesktop } from '../../electron/start-desktop.ts'
import { pagesFolder } from './pages.ts'

type Listener = (...values: never[]) => unknown

/** Records all calls to Electron, and triggers events as a page or the user would. */
export class Recorder {
  readonly listeners = new Map<string, Listener[]>()
  readonly calls: string[] = []
  readonly opened: string[] = []
  readonly copied: string[] = []
  readonly messages: { type: string; message: string; detail: string; buttons: string[] }[] = []
  readonly schemes: Scheme[] = []
  readonly windows: WindowOptions[] = []
  /** The utility processes, which are processes of Node with the channel that Electron gives. */
  readonly utilities: ChildProcess[] = []
  menu: MenuEntry[] = []
  /** The context menus shown. */
  readonly poppedUp: MenuEntry[][] = []
  userData: string | undefined
  download: ((attempt: { preventDefault(): void }, download: Download) => void) | undefined
  handler: ((request: Request) => Promise<Response>) | undefined
  /** Index of the button pressed in every message box. */
  pressed = 0
  isMinimized = false
  isMaximized = false
  isVisible = true
  /** Where the service runs: `here` is quicker, behind the same messages; `apart` is a process of Node. */
  service: 'here' | 'apart' = 'here'
  isDark = false
  /** Whether the page does what the menu asks. */
  pageDoes = true
  /** What the file dialogs answer; undefined: cancelled. */
  file: string | undefined
  /** The error of opening a file with the system's program; empty: none. */
  openFailure = ''
  tray: { help: string; menu: MenuEntry[]; isGone: boolean } | undefined
  /** The titles of dialogs without a window over which to show them. */
  readonly orphans: string[] = []

  readonly on = (event: string, listener: Listener): void => {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener])
  }

  emit(event: string, ...values: unknown[]): unknown {
    const all = (this.listeners.get(event) ?? []) as ((...values: unknown[]) => unknown)[]
    return all.map((listener) => listener(...values)).at(-1)
  }

  /** Clicks the menu entry with that label. */
  click(label: string): void {
    const entry = this.menu
      .flatMap((one) => one.submenu ?? [])
      .flatMap((one) => [one, ...(one.submenu ?? [])])
      .find((one) => one.label === label)
    if (entry?.click === undefined) throw new Error(`The menu has no entry "${label}"`)
    entry.click()
  }

  request(address: string, options?: RequestInit): Promise<Response> {
    if (this.handler === undefined) throw new Error('No handler was registered')
    return this.handler(new Request(address, options))
  }
}

/** A fake Electron that only records calls. `isFirst`: whether this is the first instance of the program. */
export function recordingShell(recorder: Recorder, isFirst: 'first' | 'second' = 'first'): ElectronApi {
  const { calls, on } = recorder
  const window: Window = {
    webContents: {
      print: () => calls.push('print'),
      reload: () => calls.push('reload'),
      printToPDF: async () => new TextEncoder().encode('%PDF-'),
      executeJavaScript: async (script) => {
        const [, detail = ''] = /detail: ("(?:[^"\\]|\\.)*")/.exec(script) ?? []
        const { name, to = '' } = JSON.parse(JSON.parse(detail) as string) as { name: string; to?: string }
        calls.push(`${name} ${to}`.trim())
        return recorder.pageDoes
      },
      findInPage: (text, { forward, findNext }) => {
        calls.push(`find ${text} ${forward ? 'forward' : 'back'} ${findNext ? 'anew' : 'on'}`)
        recorder.emit('contents found-in-page', {}, { activeMatchOrdinal: 1, matches: 3 })
      },
      stopFindInPage: (action) => calls.push(`stop ${action}`),
      once: (event: string, listener: Listener) => on(`contents ${event}`, listener),
      navigationHistory: { goBack: () => calls.push('back'), goForward: () => calls.push('forward') },
    },
    loadURL: async (address) => void calls.push(`load ${address}`),
    isMinimized: () => recorder.isMinimized,
    restore: () => calls.push('restore'),
    focus: () => calls.push('focus'),
    show: () => calls.push('show'),
    hide: () => calls.push('hide'),
    isVisible: () => recorder.isVisible,
    getTitle: () => 'Casa: obra · Proyectos · Plomada',
    once: (event: string, listener: Listener) => on(`window ${event}`, listener),
    maximize: () => calls.push('maximize'),
    isMaximized: () => recorder.isMaximized,
    getNormalBounds: () => ({ x: 10, y: 20, width: 900, height: 700 }),
    on: (event: string, listener: Listener) => on(`window ${event}`, listener),
  }
  return {
    app: {
      getVersion: () => '1.2.3',
      setPath: (_name, folder) => {
        calls.push('folder')
        recorder.userData = folder
      },
      setAsDefaultProtocolClient: (scheme) => calls.push(`links ${scheme}`) > 0,
      addRecentDocument: (file) => calls.push(`recent ${file}`),
      requestSingleInstanceLock: () => isFirst === 'first',
      quit: () => calls.push('quit'),
      exit: (code) => calls.push(`exit ${code}`),
      whenReady: async () => calls.push('ready'),
      on,
    },
    protocol: {
      registerSchemesAsPrivileged: (schemes) => {
        calls.push('schemes')
        recorder.schemes.push(...schemes)
      },
      handle: (_scheme, answer) => {
        recorder.handler = answer
      },
    },
    screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] },
    dialog: {
      showErrorBox: (message, detail) => recorder.messages.push({ type: 'error', message, detail, buttons: [] }),
      showMessageBox: async (over, options) => {
        if (over !== window) recorder.orphans.push(options.message)
        recorder.messages.push(options)
        return { response: recorder.pressed }
      },
      showOpenDialog: async () => ({ canceled: recorder.file === undefined, filePaths: recorder.file === undefined ? [] : [recorder.file] }),
      showSaveDialog: async () => ({ canceled: recorder.file === undefined, filePath: recorder.file ?? '' }),
    },
    clipboard: { writeText: (text) => recorder.copied.push(text) },
    openExternal: async (address) => recorder.opened.push(address),
    openPath: async (file) => {
      calls.push(`open ${file}`)
      return recorder.openFailure
    },
    showInFolder: (file) => calls.push(`show ${file}`),
    isDark: () => recorder.isDark,
    onProcessError: (listener) => on('process error', listener as Listener),
    createTray: (help, menu) => {
      const tray = { help, menu, isGone: false }
      recorder.tray = tray
      return {
        on: (event: string, listener: Listener) => on(`tray ${event}`, listener),
        destroy: () => {
          tray.isGone = true
        },
      }
    },
    onDownload: (listener) => {
      recorder.download = listener
    },
    createWindow: (options) => {
      recorder.windows.push(options)
      return window
    },
    startUtility: (script, { execArgv, serviceName }) => {
      calls.push(`utility ${serviceName}`)
      if (recorder.service === 'here' && script.endsWith('service-process.ts')) return serviceHere()
      const child = forkUtility(script, execArgv)
      recorder.utilities.push(child)
      return utilityOf(child)
    },
    setMenu: (menu) => {
      recorder.menu = menu
    },
    popUp: (menu) => recorder.poppedUp.push(menu),
  }
}

/** A process of Node with the channel that Electron gives to a utility process. */
function forkUtility(script: string, execArgv: readonly string[]): ChildProcess {
  const shim = new URL('./utility-shim.mjs', import.meta.url).href
  return fork(script, [], {
    execArgv: [...execArgv, '--import', shim],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

function utilityOf(child: ChildProcess): UtilityChild {
  return {
    get pid() {
      return child.exitCode === null && child.signalCode === null ? child.pid : undefined
    },
    postMessage: (message) => void (child.connected && child.send(message as object, () => undefined)),
    on: (event: string, listener: Listener) => child.on(event, listener as () => void),
    once: (event: string, listener: Listener) => child.once(event, listener as () => void),
    kill: () => child.kill(),
  }
}

/** The service in this process, behind a channel that copies messages like Electron's. */
function serviceHere(): UtilityChild {
  const { port1, port2 } = new MessageChannel()
  port2.on(
    'message',
    serveMessages((message) => port2.postMessage(message)),
  )
  return {
    pid: undefined,
    postMessage: (message) => port1.postMessage(message),
    on: (_event, listener) => port1.on('message', listener),
    once: (event: string, listener: Listener) => event === 'exit' && port1.once('close', listener as () => void),
    kill: () => {
      port1.close()
      return true
    },
  }
}

export interface Started {
  readonly recorder: Recorder
  readonly dataFolder: string
  /** Quits, and resolves when the program may end. */
  stop(): Promise<void>
}

/** Starts the whole desktop over the real knowledge base, with its own user folder and a free port. */
export async function startRecorded(change: Partial<Installation> = {}, recorder = new Recorder()): Promise<Started> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'plomada-desktop-'))
  const environment = { PLOMADA_DATA: dataFolder, PLOMADA_KB: inject('packFile'), PLOMADA_PORT: '0' }
  await startDesktop(recordingShell(recorder), {
    isPackaged: false,
    platform: 'linux',
    resourcesFolder: '/nowhere',
    projectFolder: pagesFolder(),
    environment,
    commandLine: ['plomada'],
    workingFolder: dataFolder,
    ...change,
  })
  return { recorder, dataFolder, stop: () => quit(recorder) }
}

/** Quits as Electron does: the program ends once `will-quit` is not prevented. */
export async function quit(recorder: Recorder): Promise<void> {
  const mayEnd = (): boolean => {
    let isHeld = false
    recorder.emit('will-quit', {
      preventDefault: () => {
        isHeld = true
      },
    })
    return !isHeld
  }
  await vi.waitFor(() => {
    if (!mayEnd()) throw new Error('The program is still held')
  }, 25_000)
}

/** A page (`WebContents`) after the desktop has installed its guards. */
export function guardedContents(recorder: Recorder) {
  const page = new Recorder()
  const asked: { windowOpen?: (wanted: { url: string }) => { action: 'deny' } } = {}
  let request: PermissionRequest = (_contents, _permission, answer) => answer(true)
  let check: PermissionCheck = () => true
  let device = (): boolean => true
  let before: BeforeRequest = (_request, answer) => answer({ cancel: false })
  const contents: PageContents = {
    on: page.on,
    setWindowOpenHandler: (handler) => {
      asked.windowOpen = handler
    },
    session: {
      setPermissionRequestHandler: (handler) => {
        request = handler
      },
      setPermissionCheckHandler: (handler) => {
        check = handler
      },
      setDevicePermissionHandler: (handler) => {
        device = handler
      },
      webRequest: {
        onBeforeRequest: (listener) => {
          before = listener
        },
      },
    },
  }
  recorder.emit('web-contents-created', {}, contents)
  return {
    page,
    opensWindow: (url: string): string | undefined => asked.windowOpen?.({ url }).action,
    /** True if a navigation was allowed. */
    passes: (event: string, url: string): boolean => {
      let isStopped = false
      page.emit(event, {
        url,
        preventDefault: () => {
          isStopped = true
        },
      })
      return !isStopped
    },
    /** The results of the permission request handler and the permission check handler for a page. */
    permission: (name: string, from = 'plomada://app/'): readonly [boolean, boolean] => {
      let isGranted = true
      const answer = (given: boolean): void => {
        isGranted = given
      }
      request(contents, name, answer, { requestingUrl: from })
      return [isGranted, check(contents, name, from)]
    },
    device: () => device(),
    /** True if a request of the page is allowed. */
    allows: (url: string): boolean => {
      let isCancelled = true
      before({ url }, ({ cancel }) => {
        isCancelled = cancel
      })
      return !isCancelled
    },
  }
}

type Session = PageContents['session']
type PermissionRequest = Parameters<Session['setPermissionRequestHandler']>[0]
type PermissionCheck = Parameters<Session['setPermissionCheckHandler']>[0]
type BeforeRequest = Parameters<Session['webRequest']['onBeforeRequest']>[0]

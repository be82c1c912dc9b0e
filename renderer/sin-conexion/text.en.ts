import type { sinConexionEs } from './text.es.ts'

/** The English texts of the page Offline. */
export const sinConexionEn: typeof sinConexionEs = {
  intro:
    'Keep the knowledge base on this device, to verify and read the regulations on site, where there is no network. The same program answers over the same data as the server.',
  notShared: 'Not on a shared machine: the copy stays on it until you sign out.',
  insecure:
    'Browsers keep pages for offline use only if they arrive over https or from the machine itself. Whoever administers the server can serve them to the office network over https ("serve --lan").',
  unsupported: 'This browser cannot keep pages for offline use.',
  tab: 'You signed in for this tab only, as on a shared machine: nothing is kept here.',
  size: (base, pages, unpacked) =>
    `${base} of the knowledge base and about ${pages} of the pages are downloaded. In use it takes ${unpacked} of memory.`,
  save: 'Keep for offline use',
  update: 'Keep the current base',
  saving: 'Downloading and checking…',
  remove: 'Remove the copy from this device',
  kept: 'The copy of this device',
  none: 'This device keeps no copy.',
  base: 'Base',
  savedAt: 'Saved',
  sizeKept: 'Size',
  current: 'It is the base of the server.',
  older: (version) => `The server uses another base (${version}): keep the current one.`,
  unknown: 'Whether the server has a newer one is not known: it is out of reach.',
  works: 'Works offline',
  worksList: [
    'Verify and Requirements, with their tables and citations',
    'Regulations: articles, editions and their differences',
    'Municipalities: their data and zones',
  ],
  fails: 'Needs the server',
  failsList: ['Home, Search and Ask', 'Projects, fichas and certificates', 'Model and the map'],
  damaged: 'What was downloaded is not what the server sent: it was not kept. Try again.',
  answering: (version, saved) =>
    `No connection to the server. The copy of this device answers: base ${version}, saved on ${saved}. The server may have a newer one.`,
}

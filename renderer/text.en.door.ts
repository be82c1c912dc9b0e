import type { Text } from './text.ts'

/** What is said on the way in, in English. */
export const key: Text['key'] = {
  why: 'This service answers those who hold a key.',
  label: 'Key',
  help: 'It begins with plm_. You can paste the whole address that the server showed.',
  show: 'Show the key',
  enter: 'Enter',
  whereTitle: 'Where the key comes from',
  where: ['The server shows the first one when it first starts.', 'Whoever runs the service makes the others, with the command "plomada key add".'],
  memory: 'The key is kept only in the memory of this page: reload or close it and it is asked for again. A password manager may remember it.',
  refusals: {
    'key-malformed': 'The key is not written right. Paste all of it: plm_ and 36 letters or digits.',
    'key-invalid': 'The service does not know this key. Check that it belongs to this server.',
    'key-expired': 'The key has expired. Ask whoever runs the service for another.',
    'key-revoked': 'The key was revoked. Ask whoever runs the service for another.',
  },
}

/** The words of the palette, in English. */
export const palette: Text['palette'] = {
  button: 'Go to…',
  title: 'Go to a place, an article or an action',
  label: 'Municipality, element, article or action',
  verify: 'Verify',
  verifyAt: (place) => `Verify in ${place}`,
  places: 'Municipalities: their zones',
  articles: 'Articles',
  pages: 'Pages',
  actions: 'Actions',
  recentPlaces: 'Recent municipalities',
  recentElements: 'Recent elements',
  language: 'Switch to Spanish (Español)',
  print: 'Print this page',
  copyAddress: 'Copy the address of this page',
  forget: 'Forget recent places and elements',
  nothing: 'Nothing matches',
  searching: 'Searching…',
  move: 'choose',
  enterKey: 'Enter',
  open: 'open',
  close: 'close',
  search: 'search, from any page',
}

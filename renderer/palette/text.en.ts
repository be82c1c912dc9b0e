import type { paletteEs } from './text.es.ts'

/** The English texts of the palette. */
export const paletteEn: typeof paletteEs = {
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

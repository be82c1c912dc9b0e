import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { keptTheme, showTheme } from './theme.ts'

const place = document.getElementById('pages')
if (place === null) throw new Error('index.html has no element "pages"')
showTheme(keptTheme())
await typefaceWithin(600)
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

/** Waits for the two weights of the typeface, so that no line moves when it arrives; not longer than so many milliseconds. */
function typefaceWithin(milliseconds: number): Promise<unknown> {
  const weights = ['400', '600'].map((weight) => document.fonts.load(`${weight} 1rem "IBM Plex Sans"`).catch(() => undefined))
  return Promise.race([Promise.all(weights), new Promise((resolve) => setTimeout(resolve, milliseconds))])
}

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { keptTheme, showTheme } from './theme.ts'

const place = document.getElementById('pages')
if (place === null) throw new Error('index.html has no element "pages"')
showTheme(keptTheme())
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

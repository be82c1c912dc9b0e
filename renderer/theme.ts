/** Light or dark as the user chose; `system` follows the system. */
export type Theme = 'system' | 'light' | 'dark'

const kept = 'tema'

/** The theme chosen on this machine. */
export function keptTheme(): Theme {
  const theme = localStorage.getItem(kept)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Shows a theme. The style sheet reads it from the root element. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Shows a theme and keeps it on this machine. */
export function keepTheme(theme: Theme): void {
  localStorage.setItem(kept, theme)
  showTheme(theme)
}

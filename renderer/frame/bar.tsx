import { Menu, Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { paletteKeys } from '../palette/keys.ts'
import { Link } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { Mark } from './mark.tsx'
import { pageIcons } from './page-icons.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** Pages by what they are for. A page that is not visible has no entry. */
const groups = [
  { title: 'check', pages: ['verificar', 'exigencias', 'modelo', 'proyectos'] },
  { title: 'consult', pages: ['buscar', 'normativa', 'preguntar', 'biblioteca', 'municipios'] },
  { title: 'administer', pages: ['servidor'] },
] as const
type PageName = (typeof groups)[number]['pages'][number]

/** Brand, palette, navigation, theme and language: a rail beside the page, or a bar with a menu above it in a narrow window. */
export function Bar({ current, isVisible, onPalette }: { readonly current: string; isVisible(page: PageName): boolean; onPalette(): void }) {
  const text = useText()
  const { language, setLanguage } = useSession()
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(() => setOpen(false), [current])
  useEffect(() => {
    if (!isOpen) return
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false)
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [isOpen])
  return (
    <header className={isOpen ? 'bar opened' : 'bar'}>
      <Link to="/" className="brand">
        <Mark />
        Plomada
      </Link>
      <button type="button" className="open-palette" aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" onClick={onPalette}>
        <Search /> {text.palette.button} <kbd>{paletteKeys}</kbd>
      </button>
      <button type="button" className="open-menu" aria-expanded={isOpen} aria-label={text.menu} onClick={() => setOpen(!isOpen)}>
        {isOpen ? <X /> : <Menu />}
      </button>
      <nav aria-label={text.navigation}>
        {groups.map(({ title, pages }) => {
          const shown = pages.filter(isVisible)
          return shown.length === 0 ? null : (
            <div key={title}>
              <p>{text.groups[title]}</p>
              {shown.map((one) => {
                const Icon = pageIcons[one]
                return (
                  <Link key={one} to={`/${one}`} current={one === current ? 'page' : undefined}>
                    <Icon /> {text.pages[one]}
                  </Link>
                )
              })}
            </div>
          )
        })}
      </nav>
      <div className="settings">
        <ThemeSwitch />
        <button type="button" className="quiet" lang={language === 'es' ? 'en' : 'es'} onClick={() => setLanguage(language === 'es' ? 'en' : 'es')}>
          {text.otherLanguage}
        </button>
      </div>
    </header>
  )
}

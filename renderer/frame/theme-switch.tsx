import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../session.tsx'
import { keepTheme, keptTheme, type Theme } from '../theme.ts'

const icons = { light: Sun, dark: Moon, system: Monitor } as const

/** Chooses light, dark or as the system. The choice is kept. */
export function ThemeSwitch() {
  const words = useText().theme
  const [theme, setTheme] = useState(keptTheme)
  const choose = (next: Theme) => {
    keepTheme(next)
    setTheme(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would print its legend
    <div className="themes" role="group" aria-label={words.label}>
      {(['light', 'dark', 'system'] as const).map((one) => {
        const Icon = icons[one]
        return (
          <button key={one} type="button" aria-pressed={one === theme} aria-label={words[one]} title={words[one]} onClick={() => choose(one)}>
            <Icon />
          </button>
        )
      })}
    </div>
  )
}

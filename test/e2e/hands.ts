import type { Locator, Page } from 'playwright-core'

/** How somebody works a page. Each counts its steps: a click, a typed field, a key that acts. Moving is no step: neither the pointer, nor Tab and the arrows. */
export interface Hands {
  readonly page: Page
  readonly steps: number
  /** Presses a button or a link. */
  press(target: Locator): Promise<void>
  /** Types into a field, in place of what it has. */
  type(field: Locator, text: string): Promise<void>
  /** Types into a field that offers a list, and takes the option. */
  pick(field: Locator, text: string, option: RegExp): Promise<void>
  /** Takes an option of a closed list. */
  choose(list: Locator, label: string): Promise<void>
  /** Takes the option of a list that is open and shows it. */
  take(option: Locator): Promise<void>
}

/** Works with the pointer; types only what has to be typed. */
export function mouse(page: Page): Hands {
  let steps = 0
  const press = async (target: Locator): Promise<void> => {
    await target.click()
    steps += 1
  }
  const type = async (field: Locator, text: string): Promise<void> => {
    await field.click()
    await field.fill(text)
    steps += 1
  }
  return {
    page,
    get steps() {
      return steps
    },
    press,
    type,
    async pick(field, text, option) {
      await type(field, text)
      await press(page.getByRole('option', { name: option }).first())
    },
    async choose(list, label) {
      // Chromium draws the open list outside the page: one click opens it, one takes the option.
      await list.selectOption({ label })
      steps += 2
    },
    take: press,
  }
}

/** Most presses of Tab from one control to the next that is needed. */
const mostMoves = 250

/** Works without the pointer: what cannot be reached by Tab or the arrows fails. */
export function keyboard(page: Page): Hands {
  let steps = 0
  const isFocused = (target: Locator): Promise<boolean> => target.evaluate((one) => one === document.activeElement)
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor()
    for (let moves = 0; !(await isFocused(target)); moves += 1) {
      if (moves === mostMoves) throw new Error(`${target} is not reached by Tab`)
      await page.keyboard.press('Tab')
    }
  }
  const press = async (target: Locator): Promise<void> => {
    await reach(target)
    await page.keyboard.press('Enter')
    steps += 1
  }
  const type = async (field: Locator, text: string): Promise<void> => {
    await reach(field)
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(text)
    steps += 1
  }
  const take = async (option: Locator): Promise<void> => {
    await option.waitFor()
    const isMarked = (): Promise<boolean> => option.evaluate((one) => one.hasAttribute('data-focused'))
    for (let moves = 0; !(await isMarked()); moves += 1) {
      if (moves === mostMoves) throw new Error(`${option} is not reached by the arrows`)
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    steps += 1
  }
  return {
    page,
    get steps() {
      return steps
    },
    press,
    type,
    async pick(field, text, option) {
      await type(field, text)
      await take(page.getByRole('option', { name: option }).first())
    },
    async choose(list, label) {
      await reach(list)
      await page.keyboard.type(label)
      steps += 1
    },
    take,
  }
}

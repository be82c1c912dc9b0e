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

/** The acts of somebody's hands; `stepsToChoose`: what a closed list costs. */
type Acts = Pick<Hands, 'press' | 'type' | 'take' | 'choose'> & { readonly stepsToChoose: number }

/** Counts each act. */
function counted(page: Page, acts: Acts): Hands {
  let steps = 0
  const counting =
    <T extends unknown[]>(act: (...given: T) => Promise<void>, worth = 1) =>
    async (...given: T): Promise<void> => {
      await act(...given)
      steps += worth
    }
  const [type, take] = [counting(acts.type), counting(acts.take)]
  return {
    page,
    get steps() {
      return steps
    },
    press: counting(acts.press),
    type,
    take,
    choose: counting(acts.choose, acts.stepsToChoose),
    async pick(field, text, option) {
      await type(field, text)
      await take(page.getByRole('option', { name: option }).first())
    },
  }
}

/** Works with the pointer; types only what has to be typed. */
export function mouse(page: Page): Hands {
  return counted(page, {
    press: (target) => target.click(),
    take: (option) => option.click(),
    async type(field, text) {
      await field.click()
      await field.fill(text)
    },
    // Chromium draws the open list outside the page: one click opens it, one takes the option.
    stepsToChoose: 2,
    async choose(list, label) {
      await list.selectOption({ label })
    },
  })
}

/** Most presses of Tab from one control to the next that is needed. */
const mostMoves = 250

/** Works without the pointer: what cannot be reached by Tab or the arrows fails. */
export function keyboard(page: Page): Hands {
  /** Presses a key until something is so. */
  const until = async (key: string, isSo: () => Promise<boolean>, target: Locator): Promise<void> => {
    await target.waitFor()
    for (let moves = 0; !(await isSo()); moves += 1) {
      if (moves === mostMoves) throw new Error(`${target} is not reached by ${key}`)
      await page.keyboard.press(key)
    }
  }
  const reach = (target: Locator): Promise<void> => until('Tab', () => target.evaluate((one) => one === document.activeElement), target)
  return counted(page, {
    async press(target) {
      await reach(target)
      await page.keyboard.press('Enter')
    },
    async type(field, text) {
      await reach(field)
      await page.keyboard.press('Control+A')
      await page.keyboard.insertText(text)
    },
    async take(option) {
      await until('ArrowDown', () => option.evaluate((one) => one.hasAttribute('data-focused')), option)
      await page.keyboard.press('Enter')
    },
    stepsToChoose: 1,
    async choose(list, label) {
      await reach(list)
      await page.keyboard.type(label)
    },
  })
}

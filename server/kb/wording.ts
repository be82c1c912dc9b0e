import type { Dimensions } from '../engine/condition.ts'
import { lazyMap } from '../engine/lazy-map.ts'
import type { Dimension } from '../engine/schema.ts'
import type { Language, Text } from '../errors/language.ts'
import type { KnowledgeBase } from './open.ts'

const inEnglish = new WeakMap<KnowledgeBase, KnowledgeBase>()

/** The base with the words of a language, for what people read: in English its conditions have their English labels, helps and values. Verdicts are given over the base itself. */
export function wordingOf({ kb, language }: { readonly kb: KnowledgeBase; readonly language: Language }): KnowledgeBase {
  if (language === kb.language) return kb
  const known = inEnglish.get(kb)
  if (known !== undefined) return known
  // What is read when first asked for stays so: nothing of the base is copied.
  const book = Object.create(kb.book, { dimensions: { value: englishDimensions(kb.book.dimensions) } }) as KnowledgeBase['book']
  const made = Object.create(kb, { language: { value: 'en' }, book: { value: book } }) as KnowledgeBase
  inEnglish.set(kb, made)
  return made
}

/** One of two texts: the one in the language of a base's words. */
export function said(words: Pick<KnowledgeBase, 'language'>, text: Text): string {
  return text[words.language]
}

function englishDimensions(dimensions: Dimensions): Dimensions {
  const byId = lazyMap(
    () => [...dimensions.byId].map(([id, dimension]) => [id, englishDimension(dimension)] as const),
    (id) => {
      const found = dimensions.byId.get(id)
      return found === undefined ? undefined : englishDimension(found)
    },
  )
  return {
    ...dimensions,
    byId,
    named: (text) => byId.get(dimensions.named(text)?.id ?? ''),
  }
}

/** A dimension in English; its Spanish labels stay among its other names. */
function englishDimension(dimension: Dimension): Dimension {
  const { label, en = label, help, help_en = help, aliases, values } = dimension
  return {
    ...dimension,
    label: en,
    help: help_en,
    aliases: withOther(label, en, aliases),
    values: values.map((value) => ({ ...value, label: value.en ?? value.label, aliases: withOther(value.label, value.en, value.aliases) })),
  }
}

function withOther(label: string, shown: string | undefined, aliases: string[]): string[] {
  return shown === undefined || shown === label ? aliases : [label, ...aliases]
}

import type { Book } from '../engine/book.ts'
import type { Slots } from './slots.ts'
import { isSpacing } from './spacing.ts'

/** What asks how many of a thing there must be, and says nothing else. */
const counting =
  /(?<!\p{L})(?:cu[aá]nt[oa]s|hacen? falta|(?:hay|tengo|tenemos|tienen?) que (?:poner|tener|instalar|colocar|llevar|haber|prever)|(?:se )?necesit\p{L}+|deben? (?:haber|tener|llevar|ponerse)|son obligatori[oa]s|pongo|ponemos|lleva\p{L}?)(?!\p{L})/giu

/** A question for the number of a thing as one for what is demanded of it: `¿Cuántos extintores hacen falta en un garaje?`, `extintores en un garaje`. */
export function withoutCount(question: string): string {
  return question.replace(counting, ' ').replace(/[¿?]/g, ' ').trim()
}

/** True if the first figure of an answer says how many of the thing asked for there must be: it is the greatest way or distance to one. */
export function saysHowMany(
  { parameters, ruleByKey }: Book,
  first: { readonly rule: string; readonly code_slug: string } | undefined,
  asked: Slots,
): boolean {
  const rule = first === undefined ? undefined : ruleByKey.get(`${first.code_slug}/${first.rule}`)?.rule
  return rule !== undefined && isSpacing(rule, parameters.byId.get(rule.parameter), asked)
}

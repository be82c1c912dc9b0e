import { unitInLabel, withUnit } from '../engine/unit-words.ts'
import { type AppliedRule, comparisonText, type FichaCheck, limitText, valueText, verificationWords } from './model.ts'

/** A line of a check: its text, or a text and its source. */
export type CheckLine = string | readonly [text: string, source: string]

/** What is printed of a check, by label: rules, data, assumptions and notices. Labels without lines are printed nowhere. */
export function checkRows(check: FichaCheck): readonly (readonly [label: string, lines: readonly CheckLine[]])[] {
  const [governing, ...others] = check.rules
  return [
    ...(governing === undefined ? [] : ruleRows(governing, check)),
    ['Sin decidir', [check.undecided]],
    ['Falta', check.missing.map(({ label, unit, help }) => [`${label}${unitInLabel(label, unit)}`, help] as const)],
    ['Datos', check.inputs.map(({ label, value, source }) => [`${label}: ${value}`, source] as const)],
    ['También se aplica', others.map((rule) => `${rule.regulation.document}, ${rule.regulation.section}: ${limitText(rule)}; ${outcome(rule)}`)],
    ['Supuestos', check.assumptions],
    ['Datos sin uso', check.unused],
    ['Avisos', check.warnings],
    ['Observaciones', [check.notes]],
  ]
}

function ruleRows(rule: AppliedRule, check: FichaCheck): readonly (readonly [string, readonly CheckLine[]])[] {
  const { document, title, section, section_title, edition, in_force, verification } = rule.regulation
  const isConverted = check.unit !== rule.unit && check.value !== rule.value
  return [
    ['Conversión', isConverted ? [`${valueText(check)} = ${valueText(rule)}`] : []],
    ['Comprobación', [`${comparisonText(rule)}: ${outcome(rule)}`]],
    ['Margen', rule.margin === '' ? [] : [withUnit(rule.margin.replace('-', '−'), rule.unit)]],
    [
      'Norma',
      [
        `${document}, ${section}: ${section_title}`,
        [`${title}`, `${edition}; ${in_force}; cifra: ${verificationWords[verification] ?? verification}`],
      ],
    ],
  ]
}

function outcome({ complies }: AppliedRule): string {
  return complies ? 'se cumple' : 'no se cumple'
}

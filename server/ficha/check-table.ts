import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js'
import type { Typesetter } from './fallback-font.ts'
import { type AppliedRule, comparisonText, elementText, type FichaCheck, limitText, resultWords, valueText, verificationWords } from './model.ts'
import { groupLine, labelledRows, line, onOneLine, pageWidth, type RowText, ruled } from './table-rows.ts'

const [mostWholeRows, mostWholeLength] = [20, 1800]
const [labelWidth, resultWidth] = [92, 70]

/** The table of one check. Its heading, repeated on the next page, names the check and its result; the rows give the rules, data and assumptions. */
export function checkTable(check: FichaCheck, type: Typesetter): Content {
  const [governing, ...others] = check.rules
  const rows = [
    ...(governing === undefined ? [] : ruleRows(governing, check, type)),
    ...labelledRows(type, 'Sin decidir', [check.undecided]),
    ...labelledRows(
      type,
      'Falta',
      check.missing.map(({ label, unit, help }): RowText => [unit === '' ? label : `${label} (${unit})`, help]),
    ),
    ...labelledRows(
      type,
      'Datos',
      check.inputs.map(({ label, value, source }): RowText => [`${label}: ${value}`, source]),
    ),
    ...labelledRows(
      type,
      'También se aplica',
      others.map((rule) => `${rule.regulation.document}, ${rule.regulation.section}: ${limitText(rule)}; ${outcome(rule)}`),
    ),
    ...labelledRows(type, 'Supuestos', check.assumptions),
    ...labelledRows(type, 'Datos sin uso', check.unused),
    ...labelledRows(type, 'Avisos', check.warnings),
    ...labelledRows(type, 'Observaciones', [check.notes]),
  ]
  const heading: TableCell[] = [
    { text: type.set(onOneLine(`2.${check.number}  ${elementText(check)} · ${check.parameter}`)), colSpan: 2, bold: true, fontSize: 10 },
    '',
    { text: resultWords[check.result], bold: true, fontSize: 10, alignment: 'right' },
  ]
  return {
    // Keep the check on one page, unless it may fill most of a page.
    unbreakable: rows.length <= mostWholeRows && lengthOf(check) <= mostWholeLength,
    margin: [0, 0, 0, 14],
    table: {
      headerRows: 1,
      keepWithHeaderRows: 2,
      dontBreakRows: true,
      widths: [labelWidth, pageWidth - labelWidth - resultWidth - 12, resultWidth],
      body: [heading, ...rows.map(([label, content]): TableCell[] => [label, { ...content, colSpan: 2 }, ''])],
    },
    layout,
  }
}

const layout: CustomTableLayout = {
  ...ruled,
  hLineWidth: (index, { table: { body } }) => (index === 0 ? 1 : groupLine(index, body)),
  hLineColor: (index) => (index === 0 ? '#000000' : line),
}

function ruleRows(rule: AppliedRule, check: FichaCheck, type: Typesetter) {
  const { document, title, section, section_title, edition, in_force, verification } = rule.regulation
  const isConverted = check.unit !== rule.unit && check.value !== rule.value
  return [
    ...labelledRows(type, 'Conversión', isConverted ? [`${valueText(check)} = ${valueText(rule)}`] : []),
    ...labelledRows(type, 'Comprobación', [`${comparisonText(rule)}: ${outcome(rule)}`]),
    ...labelledRows(type, 'Margen', rule.margin === '' ? [] : [`${rule.margin.replace('-', '−')} ${rule.unit}`]),
    ...labelledRows(type, 'Norma', [
      `${document}, ${section}: ${section_title}`,
      [`${title}`, `${edition}; ${in_force}; cifra: ${verificationWords[verification] ?? verification}`],
    ]),
  ]
}

/** Number of characters in the texts that may be long. */
function lengthOf({ assumptions, unused, warnings, inputs, missing, undecided, notes }: FichaCheck): number {
  const texts = [
    ...assumptions,
    ...unused,
    ...warnings,
    undecided,
    notes,
    ...inputs.flatMap(({ value, source }) => [value, source]),
    ...missing.map(({ help }) => help),
  ]
  return texts.reduce((total, text) => total + text.length, 0)
}

function outcome({ complies }: AppliedRule): string {
  return complies ? 'se cumple' : 'no se cumple'
}

import { keyIdOfPem } from '../access/audit-signature.ts'
import type { AuditVerification, BreakReason } from '../access/audit-verification.ts'
import type { Language, Text } from '../errors/language.ts'

/** What a verification of the audit says, in words. */
export function verificationText(
  check: AuditVerification & { readonly node?: string | undefined },
  publicKey: string | undefined,
  language: Language,
): string {
  const text = resultText(check, publicKey)[language]
  return check.node === undefined ? text : `${{ es: 'Nodo', en: 'Node' }[language]} ${check.node}\n${text}`
}

/** A number of lines, in words. */
export function countedLines(lines: number): Text {
  return { es: lines === 1 ? '1 línea' : `${lines} líneas`, en: lines === 1 ? '1 line' : `${lines} lines` }
}

const causes: Readonly<Record<BreakReason, Text>> = {
  changed: { es: 'no es la que se escribió, o no sigue a la anterior', en: 'is not the one that was written, or does not follow the one before' },
  missing: { es: 'falta', en: 'is missing' },
  cut: {
    es: 'falta: se anotó y ya no está, o el principio no es el que era',
    en: 'is missing: it was noted and is not there any more, or the beginning is not what it was',
  },
  signature: {
    es: 'no lleva una firma de esta instalación, o le falta la anterior; si la clave se cambió, dé también la de antes con --public-key',
    en: 'has no signature of this installation, or lacks the one before; if the key was replaced, give the earlier one with --public-key as well',
  },
  unsigned: { es: 'y las que siguen no están firmadas', en: 'and those after it are not signed' },
}

function resultText({ lines, head, broken, signed_through }: AuditVerification, publicKey: string | undefined): Text {
  const count = countedLines(lines)
  if (broken !== undefined) {
    const { es, en } = causes[broken.why]
    return {
      es: `Registro alterado: la línea ${broken.seq} ${es}. Antes de ella, ${count.es} en orden`,
      en: `The audit was altered: line ${broken.seq} ${en}. Before it, ${count.en} in order`,
    }
  }
  if (head === undefined) return { es: 'El registro está vacío', en: 'The audit is empty' }
  const mark = `${head.seq}:${head.hash}:${head.at.slice(0, 10)}`
  const key = publicKey === undefined ? undefined : keyIdOfPem(publicKey)
  const through = signed_through
  return {
    es: [
      `Registro íntegro: ${count.es}`,
      ...(key === undefined
        ? []
        : [`Firmado: ${through === undefined ? 'ninguna línea todavía' : `hasta la línea ${through}`}, con la clave ${key}`]),
      `Última: ${mark}`,
      `Anótela fuera de este equipo, con su fecha; «plomada audit verify --mark ${head.seq}:…» comprobará que sigue estando`,
    ].join('\n'),
    en: [
      `The audit is whole: ${count.en}`,
      ...(key === undefined ? [] : [`Signed: ${through === undefined ? 'no line yet' : `up to line ${through}`}, with key ${key}`]),
      `Last: ${mark}`,
      `Note it outside this computer, with its date; "plomada audit verify --mark ${head.seq}:…" will check that it is still there`,
    ].join('\n'),
  }
}

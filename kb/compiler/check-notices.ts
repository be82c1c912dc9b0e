import { isDeciding } from '../../server/engine/deciding.ts'
import type { ReadDocument } from './read-document.ts'
import type { SourceFolder } from './source-file.ts'

/** Words by which a text speaks of an exception. */
const exception =
  /\b(salvo|alternativa|cabe|excepto|excepci[oó]n|exceptúa\w*|exent[oa]s?|no se exige\w*|no es(?: ser[aá])? exigible|no ser[aá]n? exigibles?|no son exigibles|no es necesari[oa]|no ser[aá] necesari[oa]|no es preceptiv[oa]|no es obligatori[oa]|no obstante|podr[aá]n?|puede[n]? (?:no|reducirse|aumentarse|disminuirse|admitirse|sustituirse|superarse|ser (?:menor|mayor))|se admiten?|se permiten?|no se aplica|no rige)\b/i

/** An exception belongs in `exento` or `si`, where it decides: one that only a notice tells leaves the verdict wrong. */
export function checkNotices(sources: SourceFolder, documents: readonly ReadDocument[]): void {
  for (const { folder, source, rules } of documents) {
    for (const { text, cannot_change } of source.notices) {
      const word = cannot_change === undefined ? exception.exec(text)?.[0] : undefined
      if (word !== undefined)
        sources.report(
          `${folder}/document.yaml`,
          1,
          `a notice speaks of an exception ("${word}"): make it a condition, or say why it cannot change a verdict, as "cannot_change": ${text.slice(0, 60)}…`,
        )
    }
    for (const { file, line, value, reasons } of rules) {
      if (!isDeciding(value)) continue
      for (const { text } of value.notices) {
        const word = reasons.notices.has(text) ? undefined : exception.exec(text)?.[0]
        if (word !== undefined)
          sources.report(
            file,
            line,
            `rule "${value.id}": aviso speaks of an exception ("${word}"): make it "exento" or "si", or say why it cannot change the verdict, as "no_cambia"`,
          )
      }
    }
  }
}

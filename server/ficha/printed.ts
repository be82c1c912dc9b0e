import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Typesetter } from './fallback-font.ts'
import { layoutOf } from './layout.ts'
import { type Letterhead, letterheadLayout } from './letterhead.ts'
import type { Ficha } from './model.ts'
import { requirementsLayout } from './requirements-layout.ts'
import type { PrintedSheet } from './requirements-model.ts'

/** A document that can be printed. */
export type Printed =
  | { readonly kind: 'ficha'; readonly ficha: Ficha }
  | { readonly kind: 'requirements'; readonly sheet: PrintedSheet }
  | { readonly kind: 'letterhead'; readonly office: Letterhead }

/** The layout of a document. */
export function printedLayout(what: Printed, type: Typesetter): TDocumentDefinitions {
  switch (what.kind) {
    case 'ficha':
      return layoutOf(what.ficha, type)
    case 'requirements':
      return requirementsLayout(what.sheet, type)
    case 'letterhead':
      return letterheadLayout(what.office, type)
    default:
      return what satisfies never
  }
}

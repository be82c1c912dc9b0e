/** The name of the place where the signature goes, which the layout gives to the line above it. */
export const signaturePlace = 'firma'

/** Size of the field in points: as wide as the line to sign on, in the room that the layout leaves above it. */
const field = { width: 240, height: 50, gap: 3 }
/** Height of the line that says `Firma:`, in points. */
const lineHeight = 12
/** `F`: printed with the page. */
const printed = 4

/** A part of a PDF that others refer to. */
interface Reference {
  readonly data: Record<string, unknown>
  end(): void
}

/** What of pdfkit's document is used here and has no types. */
interface OpenDocument {
  readonly page: { readonly dictionary: Reference; readonly annotations: unknown[] }
  readonly _root: {
    readonly data: {
      AcroForm?: Reference
      Names: { readonly data: { readonly Dests: { get(name: string): readonly [Reference, 'XYZ', number, number] | undefined } } }
    }
  }
  initForm(): unknown
  ref(data: Record<string, unknown>): Reference
}

/**
 * Adds an empty signature field (ISO 32000-1, 12.7.4.5) to the last page of an open document, below the place that the layout named; programs such as AutoFirma
 * and Acrobat offer to sign it. Does nothing if no place is named. The same document gives the same bytes.
 */
export function addSignatureField(document: PDFKit.PDFDocument): void {
  // The functions exist, and pdfkit's types leave them out.
  const open = document as unknown as OpenDocument
  const place = open._root.data.Names.data.Dests.get(signaturePlace)
  if (place === undefined) return
  const [page, , left, top] = place
  if (page !== open.page.dictionary) throw new TypeError('The signature is not on the last page')
  open.initForm()
  const upper = top - lineHeight - field.gap
  const widget = open.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    // pdfkit writes an object of this class as a text and a plain string as a name.
    T: Object('Firma'),
    TU: Object('Firma del técnico'),
    F: printed,
    P: page,
    Rect: [left, upper - field.height, left + field.width, upper],
  })
  widget.end()
  open.page.annotations.push(widget)
  const form = open._root.data.AcroForm
  if (form === undefined) throw new TypeError('The form was not made')
  form.data['Fields'] = [widget]
  // There is no other field whose look a viewer would have to make.
  delete form.data['NeedAppearances']
}

/** Escapes text for XML, within elements and attributes. Characters that XML does not allow are left out. */
export function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The first line of an XML file. */
export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'

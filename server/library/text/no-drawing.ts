/**
 * Stands in for what pdf.js draws with. It makes one `DOMMatrix` when it is loaded, and only drawing uses it; it takes the class from a native library that the
 * installed program does not have. Imported before pdf.js.
 */
class NoDrawing {}

const names = ['DOMMatrix', 'ImageData', 'Path2D'] as const
for (const name of names) Object.assign(globalThis, { [name]: Reflect.get(globalThis, name) ?? NoDrawing })

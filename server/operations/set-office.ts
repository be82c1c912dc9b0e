import type { Office } from '../access/office.ts'
import type { Text } from '../errors/language.ts'
import { ServiceError } from '../errors/service-error.ts'
import { imageSize } from '../ficha/image-size.ts'
import { letterheadPdf } from '../ficha/pdf.ts'
import { officeFields } from './office-fields.ts'
import { operation } from './operation.ts'

/** Longest side of a logo, in pixels. */
const mostPixels = 4000

/** Sets the letterhead of the installation, or removes it. */
export const setOffice = operation({
  method: 'PUT',
  writes: true,
  path: '/api/v1/admin/oficina',
  mostBodyBytes: 512 * 1024,
  scope: 'admin',
  tag: 'admin',
  summary: 'Set the letterhead of fichas',
  description:
    'Every ficha made from now on prints it. A logo is printed once to try it, so that none that cannot be printed is kept. An empty name removes the letterhead.',
  input: officeFields,
  output: officeFields,
  problems: [],
  examples: { estudio: { name: 'Estudio Ejemplo, S. L. P.', address: 'Calle Mayor, 1\n28013 Madrid' } },
  async run({ store }, { name, address, logo }) {
    if (name === '') {
      await store.office.set(undefined)
      return { name: '', address: '', logo: null }
    }
    await store.office.set({ name, address, logo: logo === null ? null : await printable(logo) })
    return { name, address, logo }
  },
})

async function printable(base64: string): Promise<NonNullable<Office['logo']>> {
  const size = imageSize(Buffer.from(base64, 'base64'))
  if (size === undefined) throw wrongLogo({ es: 'se espera una imagen PNG o JPEG', en: 'expected a PNG or JPEG image' })
  const { type, width, height } = size
  if (width < 1 || height < 1 || width > mostPixels || height > mostPixels)
    throw wrongLogo({
      es: `mide ${width} × ${height} píxeles: se esperan de 1 a ${mostPixels} de lado`,
      en: `it is ${width} × ${height} pixels: expected 1 to ${mostPixels} a side`,
    })
  try {
    await letterheadPdf({ name: '', address: '', logo: `data:${type};base64,${base64}` })
  } catch {
    throw wrongLogo({
      es: 'la imagen está dañada o es de una clase que no se puede imprimir',
      en: 'the image is damaged or of a kind that cannot be printed',
    })
  }
  return { type, base64 }
}

function wrongLogo(detail: Text): ServiceError {
  const { es, en } = detail
  return new ServiceError(
    'validation',
    { es: `El logotipo no vale: ${es}`, en: `The logo is not valid: ${en}` },
    { errors: [{ pointer: '/logo', code: 'image', detail }] },
  )
}

import { useSession } from '../session.tsx'
import { basesEn, servidorEn } from './text.en.ts'
import { basesEs, servidorEs } from './text.es.ts'

const words = { servidor: { es: servidorEs, en: servidorEn }, bases: { es: basesEs, en: basesEn } }

/** The words of this page in the language in use. They come with it: few ever open it. */
export function useServidorWords(): typeof servidorEs {
  return words.servidor[useSession().language]
}

/** Those of its bases. */
export function useBasesWords(): typeof basesEs {
  return words.bases[useSession().language]
}

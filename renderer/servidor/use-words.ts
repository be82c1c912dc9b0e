import { useSession } from '../session.tsx'
import { auditEn } from './audit-text.en.ts'
import { auditEs } from './audit-text.es.ts'
import { basesEn, officeEn, servidorEn } from './text.en.ts'
import { basesEs, officeEs, servidorEs } from './text.es.ts'

const words = {
  servidor: { es: servidorEs, en: servidorEn },
  bases: { es: basesEs, en: basesEn },
  audit: { es: auditEs, en: auditEn },
  office: { es: officeEs, en: officeEn },
}

/** The texts of this page in the current language. They are loaded with the page, because few users open it. */
export function useServidorWords(): typeof servidorEs {
  return words.servidor[useSession().language]
}

/** The texts of the section on knowledge bases. */
export function useBasesWords(): typeof basesEs {
  return words.bases[useSession().language]
}

/** What the lines of the audit say, in words. */
export function useAuditWords(): typeof auditEs {
  return words.audit[useSession().language]
}

/** The texts of the section on the letterhead. */
export function useOfficeWords(): typeof officeEs {
  return words.office[useSession().language]
}

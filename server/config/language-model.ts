import { OperatorError } from '../errors/operator-error.ts'
import { isPrivateAddress } from '../http/private-network.ts'
import { yesOrNo } from './setting.ts'

/** The language model that rewords answers of `ask`: address, model, and API key if it needs one. */
export interface LanguageModelSettings {
  readonly url: string
  readonly model: string
  readonly key: string | undefined
}

/**
 * Reads the settings of the language model; undefined if there is none. Throws `OperatorError` with the name of the wrong setting. The API key
 * comes from the environment only, because every user of the machine can see the arguments. No error message repeats it.
 */
export function readLanguageModel(
  setting: (flag: string, variable: string) => string | undefined,
  key: string | undefined,
): LanguageModelSettings | undefined {
  const url = setting('ask-url', 'PLOMADA_ASK_URL') || undefined
  const model = setting('ask-model', 'PLOMADA_ASK_MODEL') || undefined
  const anyAddress = yesOrNo('PLOMADA_ASK_ANY_ADDRESS', setting('ask-any-address', 'PLOMADA_ASK_ANY_ADDRESS') ?? 'no')
  if ((url === undefined) !== (model === undefined))
    throw new OperatorError({
      es: 'No se puede usar un modelo de lenguaje: PLOMADA_ASK_URL y PLOMADA_ASK_MODEL van juntos',
      en: 'Cannot use a language model: PLOMADA_ASK_URL and PLOMADA_ASK_MODEL go together',
    })
  if (key !== undefined && url === undefined)
    throw new OperatorError({
      es: 'No se puede usar PLOMADA_ASK_KEY: falta PLOMADA_ASK_URL',
      en: 'Cannot use PLOMADA_ASK_KEY: PLOMADA_ASK_URL is not set',
    })
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new OperatorError({
      es: 'No se puede usar PLOMADA_ASK_KEY: se esperan solo caracteres ASCII visibles',
      en: 'Cannot use PLOMADA_ASK_KEY: expected visible ASCII characters only',
    })
  if (url === undefined || model === undefined) return undefined
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || /[?#]/.test(url) || `${parsed.username}${parsed.password}` !== '')
    throw new OperatorError({
      es: 'No se entiende PLOMADA_ASK_URL: se espera http(s)://equipo[:puerto][/ruta], sin usuario, consulta ni fragmento',
      en: 'Cannot read PLOMADA_ASK_URL: expected http(s)://host[:port][/path], with no user, query or fragment',
    })
  if (!anyAddress && !isOnThisNetwork(parsed.hostname))
    throw new OperatorError({
      es: `No se puede usar PLOMADA_ASK_URL: «${parsed.hostname}» no es localhost ni una dirección local o privada; PLOMADA_ASK_ANY_ADDRESS=yes lo permite`,
      en: `Cannot use PLOMADA_ASK_URL: "${parsed.hostname}" is neither localhost nor a loopback or private address; PLOMADA_ASK_ANY_ADDRESS=yes allows it`,
    })
  return { url, model, key }
}

/** True if the host of a URL is `localhost` or a loopback or private address. Other names may resolve to anything, and link-local addresses serve the secrets of cloud machines. */
function isOnThisNetwork(hostname: string): boolean {
  return hostname === 'localhost' || isPrivateAddress(hostname.replace(/^\[(.*)\]$/, '$1'))
}

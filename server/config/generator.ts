import { isPrivateAddress } from '../http/private-network.ts'
import { yesOrNo } from './setting.ts'

/** Where answers of `ask` are worded: the address, the model, and the API key if it needs one. */
export interface GeneratorSettings {
  readonly url: string
  readonly model: string
  readonly key: string | undefined
}

/**
 * Reads the settings of the generator; undefined if there is none. Throws `RangeError` that names the setting at fault. The API key comes
 * from the environment only, since every user of the machine sees the arguments, and no error message repeats it.
 */
export function readGenerator(
  setting: (flag: string, variable: string) => string | undefined,
  key: string | undefined,
): GeneratorSettings | undefined {
  const url = setting('ask-url', 'PLOMADA_ASK_URL') || undefined
  const model = setting('ask-model', 'PLOMADA_ASK_MODEL') || undefined
  const anyAddress = yesOrNo('PLOMADA_ASK_ANY_ADDRESS', setting('ask-any-address', 'PLOMADA_ASK_ANY_ADDRESS') ?? 'no')
  if ((url === undefined) !== (model === undefined)) throw new RangeError('Cannot use a generator: PLOMADA_ASK_URL and PLOMADA_ASK_MODEL go together')
  if (key !== undefined && url === undefined) throw new RangeError('Cannot use PLOMADA_ASK_KEY: PLOMADA_ASK_URL is not set')
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) throw new RangeError('Cannot use PLOMADA_ASK_KEY: expected visible ASCII characters only')
  if (url === undefined || model === undefined) return undefined
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || /[?#]/.test(url) || `${parsed.username}${parsed.password}` !== '')
    throw new RangeError('Cannot read PLOMADA_ASK_URL: expected http(s)://host[:port][/path], with no user, query or fragment')
  if (!anyAddress && !isOnThisNetwork(parsed.hostname))
    throw new RangeError(
      `Cannot use PLOMADA_ASK_URL: "${parsed.hostname}" is neither localhost nor a loopback or private address; PLOMADA_ASK_ANY_ADDRESS=yes allows it`,
    )
  return { url, model, key }
}

/** Whether a host of a URL is `localhost` or a loopback or private address. Names may resolve to anything; link-local addresses serve the secrets of clouds. */
function isOnThisNetwork(hostname: string): boolean {
  return hostname === 'localhost' || isPrivateAddress(hostname.replace(/^\[(.*)\]$/, '$1'))
}

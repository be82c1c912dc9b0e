import { chosen, flag, type Option, repeated, text, valued } from './option.ts'

const number = text('N')
export const file = text('FICHERO', 'FILE')
const folder = text('CARPETA', 'FOLDER')

/** What every command takes. */
export const commonOptions = {
  data: valued(folder, text('carpeta de datos (PLOMADA_DATA)', 'data folder (PLOMADA_DATA)')),
  kb: valued(file, text('la base que se usa (PLOMADA_KB)', 'the knowledge base to use (PLOMADA_KB)')),
  json: flag(text('el resultado, en JSON', 'the result, as JSON')),
  lang: chosen(['es', 'en'], text('idioma de la ayuda y de los errores (PLOMADA_LANG)', 'language of help and errors (PLOMADA_LANG)')),
  color: chosen(
    ['auto', 'always', 'never'],
    text('colores; auto: solo en un terminal y sin NO_COLOR', 'colours; auto: only in a terminal without NO_COLOR'),
  ),
} as const satisfies Readonly<Record<string, Option>>

/** Settings of the process. Every command takes them; the help shows them with `serve`, which uses them all. */
export const serviceOptions = {
  host: valued(text('DIRECCIÓN', 'ADDRESS'), text('dirección en que se escucha (127.0.0.1)', 'address to listen on (127.0.0.1)')),
  port: valued(number, text('puerto (4780)', 'port (4780)')),
  'tls-cert': valued(file, text('certificado TLS, en PEM', 'TLS certificate, as PEM')),
  'tls-key': valued(file, text('clave del certificado TLS, en PEM', 'key of the TLS certificate, as PEM')),
  'allow-host': valued(text('NOMBRE,…', 'NAME,…'), text('nombres de servidor que se admiten', 'host names that are allowed')),
  'trust-proxy': valued(text('RED,…', 'NETWORK,…'), text('redes de los proxys de confianza', 'networks of trusted proxies')),
  workers: valued(text('N|auto'), text('procesos que comparten el puerto', 'processes that share the port')),
  node: valued(text('NOMBRE', 'NAME'), text('nombre de este nodo', 'name of this node')),
  rate: valued(number, text('peticiones por minuto y clave (600)', 'requests a minute for each key (600)')),
  'audit-days': valued(number, text('días que se guarda el registro (365; 0: siempre)', 'days that the audit is kept (365; 0: for ever)')),
  'audit-mb': valued(number, text('tamaño máximo del registro, en MB (8192)', 'largest size of the audit, in MB (8192)')),
  'audit-sink': valued(file, text('segundo fichero del registro', 'a second file of the audit')),
  'audit-syslog': valued(text('udp|tcp://EQUIPO:PUERTO', 'udp|tcp://HOST:PORT'), text('servidor syslog del registro', 'syslog server of the audit')),
  audit: chosen(
    ['relaxed', 'strict', 'strict-sinks'],
    text('strict: lo que no se puede anotar no se responde (relaxed)', 'strict: what cannot be written to the audit is not answered (relaxed)'),
  ),
  'backup-every': valued(text('12h|1d'), text('cada cuánto se hace una copia cifrada', 'how often an encrypted backup is made')),
  'backup-to': valued(text('CARPETA|s3+https://…', 'FOLDER|s3+https://…'), text('dónde van las copias cifradas', 'where encrypted backups go')),
  'backup-recipient': valued(text('age1…'), text('clave pública para la que se cifran', 'public key that they are encrypted for')),
  'backup-keep': valued(text('7d,4w'), text('cuántas se guardan: una al día y una a la semana', 'how many are kept: one a day and one a week')),
  projects: valued(number, text('proyectos que se guardan como máximo (10000)', 'most projects that are stored (10000)')),
  'projects-mb': valued(number, text('tamaño máximo de los proyectos, en MB (1024)', 'largest size of all projects, in MB (1024)')),
  'ask-url': valued(text('URL'), text('modelo de lenguaje que puede reescribir respuestas', 'language model that may reword answers')),
  'ask-model': valued(text('MODELO', 'MODEL'), text('su nombre', 'its name')),
  'ask-any-address': valued(text('yes|no'), text('permite que esté fuera de la red privada', 'allows it outside the private network')),
} as const satisfies Readonly<Record<string, Option>>

/** Options that several commands share. */
export const shared = {
  geo: valued(text('LUGAR', 'PLACE'), text('municipio, por nombre o código (Madrid, ES-28079)', 'municipality, by name or code (Madrid, ES-28079)')),
  context: repeated(text('CAMPO=VALOR', 'FIELD=VALUE'), text('una condición del caso', 'a condition of the case')),
  code: repeated(text('NORMA', 'DOCUMENT'), text('solo estas normas, como cte-db-he', 'only these documents, such as cte-db-he')),
  asOf: valued(text('AAAA-MM-DD', 'YYYY-MM-DD'), text('lo que regía ese día', 'what was in force on that day')),
  out: valued(file, text('fichero en que se escribe el resultado', 'file that the result is written to')),
  csv: flag(text('la tabla del resultado, en CSV', 'the table of the result, as CSV')),
  progress: flag(text('dice cómo va', 'tells how far it is')),
} as const

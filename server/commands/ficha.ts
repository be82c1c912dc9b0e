import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Text } from '../errors/language.ts'
import { OperatorError } from '../errors/operator-error.ts'
import { ServiceError } from '../errors/service-error.ts'
import { fichaModel } from '../ficha/model.ts'
import { fileName } from '../http/headers.ts'
import { type PrintablePhoto, printedPhotos } from '../operations/ficha-photos.ts'
import { makeFicha } from '../operations/make-ficha.ts'
import { checkedPhoto } from '../operations/photo-check.ts'
import { photoToAdd } from '../operations/photo-fields.ts'
import { commands } from '../usage/commands.ts'
import { exitOf } from './exit-code.ts'
import { callService } from './local-service.ts'
import { fail, type Json } from './problem-text.ts'
import { progressNames } from './progress-names.ts'
import { photoName, readProjectFile } from './project-file.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'
import { toldWhileWaiting } from './time-left.ts'

/** `ficha`: writes the ficha of a project file. Exits as `exitOf`, and with 1 if the ficha cannot be written. */
export async function fichaCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.ficha.options)
  const { date, force, json } = values
  const format = values.csv ? 'csv' : values.format
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0)
    throw new UsageError({ es: 'Falta el fichero del proyecto: uno, en JSON', en: 'Name one project file, in JSON' })

  // Without photographs the text of the file is sent unread: `JSON.parse` would lose the last digits of its numbers.
  const text = readJson(file)
  const { project, photos } = /"photos"/.test(text) ? readProjectFile(file) : { project: undefined, photos: [] }
  const body = `{"format":"json",${date === undefined ? '' : `"issued_on":${JSON.stringify(date)},`}"project":${project === undefined ? text : JSON.stringify(project)}}`
  const answer = await toldWhileWaiting(
    terminal,
    progressNames.ficha,
    callService(terminal, values, () => ({ path: makeFicha.path, body })),
  )
  if (!answer.ok) return fail(terminal, answer.body, json)
  const model = fichaModel.parse(answer.body)
  const ficha = { ...model, ...(await printedPhotos(model.checks, await photosOfFile(photos))) }
  const content = makeFicha.files[format]?.write(ficha)
  const written =
    content === undefined ? `${JSON.stringify(ficha, null, 2)}\n` : await toldWhileWaiting(terminal, progressNames.ficha, Promise.resolve(content))
  const out = values.out ?? fileName(`${ficha.project.name}.${format}`)
  writeNew(out, written instanceof Blob ? new Uint8Array(await written.arrayBuffer()) : written, force)
  const { total, compliant, non_compliant, undecided } = ficha.summary
  const told: Text = {
    es: `${out}: comprobaciones ${total}, cumplen ${compliant}, no cumplen ${non_compliant}, sin decidir ${undecided}`,
    en: `${out}: checks ${total}, comply ${compliant}, do not comply ${non_compliant}, undecided ${undecided}`,
  }
  terminal.out(json ? JSON.stringify({ file: out, ...ficha.summary }) : told[terminal.language])
  return exitOf({ nonCompliant: non_compliant, isOpen: undecided > 0 })
}

const photoOfFile = z.strictObject(photoToAdd)

/** The photographs of a project file, checked as those that are added to a project. Throws `OperatorError`. */
function photosOfFile(photos: readonly Json[]): Promise<PrintablePhoto[]> {
  return Promise.all(
    photos.map(async (sent, index) => {
      try {
        const { check, caption, content, added_at = new Date().toISOString() } = photoOfFile.parse(sent)
        const { type, content: image } = await checkedPhoto(new Uint8Array(Buffer.from(content, 'base64')))
        return { check, caption, added_at, type, bytes: image.length, read: () => Promise.resolve(image) }
      } catch (error) {
        const name = photoName(sent, index)
        const why =
          error instanceof ServiceError ? error.detail : { es: 'no es la de un proyecto exportado', en: 'it is not one of an exported project' }
        throw new OperatorError({ es: `${name.es}: ${why.es}`, en: `${name.en}: ${why.en}` }, { cause: error })
      }
    }),
  )
}

/** The text of a file that is JSON. Throws `OperatorError` if it is not. */
function readJson(file: string): string {
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  try {
    JSON.parse(text)
  } catch (error) {
    throw new OperatorError({ es: `${file} no es JSON`, en: `${file} is not JSON: ${error instanceof Error ? error.message : ''}` }, { cause: error })
  }
  return text
}

/** Writes a file. Throws `OperatorError` if it exists and must not be replaced. */
function writeNew(file: string, content: string | Uint8Array, isReplaced: boolean): void {
  try {
    writeFileSync(file, content, { flag: isReplaced ? 'w' : 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new OperatorError(
        {
          es: `Ya existe ${file}: indique otro con --out, o --force para sustituirlo`,
          en: `${file} already exists: choose another with --out, or --force to replace it`,
        },
        { cause: error },
      )
    throw error
  }
}

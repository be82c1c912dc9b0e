import type { Compiled } from './compile.ts'

type Norm = Compiled['geo']['regulations'][number]

const matters = [
  { id: 'habitabilidad', title: 'Habitabilidad' },
  { id: 'accesibilidad', title: 'Accesibilidad' },
] as const

const readings: Readonly<Record<Norm['verificacion'], string>> = {
  official_text: 'el texto oficial',
  two_readers: 'dos lecturas de terceros',
  single_reader: 'una sola lectura de terceros',
  unverified: 'ninguna que se haya comprobado',
}

/** A page for each territory, by its path in the base: which norms govern habitability and accessibility there, since when, what they replaced, and whether the base decides with them. */
export function territoryPages(compiled: Compiled): ReadonlyMap<string, string> {
  return new Map(compiled.geo.communities.map(({ code, name }) => [`geo/territorios/${code}-${fileName(name)}.md`, pageOf(compiled, code, name)]))
}

/** `Cataluña/Catalunya` is `cataluna`. */
function fileName(name: string): string {
  const plain = name.replace(/\/.*/, '').normalize('NFD').replace(/\p{M}/gu, '')
  return plain.toLowerCase().replaceAll(' ', '-')
}

function pageOf(compiled: Compiled, code: string, name: string): string {
  const norms = compiled.geo.regulations.filter(({ ccaa }) => ccaa === code)
  const parts = matters.map(({ id, title }) => {
    const own = norms.filter(({ materia }) => materia.includes(id))
    return `## ${title}\n\n${own.length === 0 ? '- No consta ninguna norma propia.' : own.map((norm) => line(compiled, norm)).join('\n')}\n`
  })
  return `# ${name}

Lo escribe \`npm run kb:coverage\` con \`geo/normativa-autonomica.csv\` y los documentos de la base.

${parts.join('\n')}
${norms.some(({ slug }) => slug === 'orden-1944') ? 'La Orden de 29 de febrero de 1944 se aplica aquí de forma supletoria.' : 'La Orden de 29 de febrero de 1944 no se aplica aquí: hay norma propia de habitabilidad.'}
`
}

function line(compiled: Compiled, norm: Norm): string {
  const [what, date] =
    norm.entrada_en_vigor === null ? ['Publicación', norm.fecha_publicacion ?? norm.fecha] : ['En vigor desde', norm.entrada_en_vigor]
  return [
    `- **${norm.tipo} ${norm.numero}**. ${norm.titulo}.`,
    ...(date === null ? [] : [`${what}: ${date.split('-').reverse().join('-')}.`]),
    ...(norm.sustituye === null ? [] : [`Sustituye a: ${norm.sustituye}.`]),
    `Estado: ${norm.estado}. Fuente: ${readings[norm.verificacion]}.`,
    ...(norm.notas === null ? [] : [norm.notas]),
    heldBy(compiled, norm),
  ].join(' ')
}

function heldBy({ documents }: Compiled, { slug, rige }: Norm): string {
  const held = documents.find(({ source }) => source.slug === slug)
  if (held === undefined)
    return rige === 'no' ? 'La base no la contiene.' : 'La base no la contiene: los veredictos de esta materia en este territorio lo advierten.'
  const deciding = held.rules.filter(({ value }) => value.kind === 'limit' && value.verification !== 'unverified').length
  return deciding === 0
    ? `La base la contiene (\`${slug}\`), pero no decide con ella.`
    : `La base la contiene (\`${slug}\`) y decide con ${deciding} ${deciding === 1 ? 'límite' : 'límites'}.`
}

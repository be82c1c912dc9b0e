const article = /^(.+), (El|La|Los|Las|Lo|Els|Les|Es|Sa|Ses|A|O|As|Os|L'|S')$/iu

/** A name as INE lists it, in the order in which it is said: `Acebeda, La` → `La Acebeda`; `Orxa, l'/Lorcha` → `l'Orxa/Lorcha`. */
export function naturalName(listed: string): string {
  return listed
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[’´`]/g, "'")
    .trim()
    .split('/')
    .map((part) => {
      const [, rest, first] = article.exec(part.trim()) ?? []
      if (rest === undefined || first === undefined) return part.trim()
      return first.endsWith("'") ? first + rest : `${first} ${rest}`
    })
    .join('/')
}

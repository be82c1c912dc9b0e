/** The part of `saxen` that is used; the package has no types of its own. */
declare module 'saxen' {
  type Decode = (text: string) => string

  export class Parser {
    on(event: 'openTag', hook: (name: string, attributes: () => Readonly<Record<string, string>>, decode: Decode) => void): this
    on(event: 'closeTag', hook: (name: string) => void): this
    on(event: 'text', hook: (text: string, decode: Decode) => void): this
    on(event: 'cdata' | 'attention', hook: (text: string) => void): this
    on(event: 'error' | 'warn', hook: (error: Error) => void): this
    parse(xml: string): this
  }
}

import Fraction from 'fraction.js'
import { type Exact, parseDecimal } from './decimal.ts'

/** A formula taken apart once. `names` are the variables it needs. */
export interface Formula {
  readonly names: readonly string[]
  evaluate(variables: ReadonlyMap<string, Exact>): Exact
}

type Node = (variables: ReadonlyMap<string, Exact>) => Exact

const functions: Readonly<Record<string, (values: readonly Exact[]) => Exact>> = {
  min: (values) => values.reduce((best, value) => (value.compare(best) < 0 ? value : best)),
  max: (values) => values.reduce((best, value) => (value.compare(best) > 0 ? value : best)),
  ceil: ([value = new Fraction(0)]) => value.ceil(),
  floor: ([value = new Fraction(0)]) => value.floor(),
}

/** Reads `min(f * s, 0.1 * (0.5 * sc - soc))`. Exact arithmetic; throws `SyntaxError` that shows where reading stopped. */
export function parseFormula(text: string): Formula {
  const tokens = text.match(/\d+(?:\.\d+)?|[a-zA-Z_][a-zA-Z0-9_]*|[-+*/(),]|\S/g) ?? []
  const names = new Set<string>()
  let at = 0

  function fail(): never {
    throw new SyntaxError(`Cannot read formula "${text}" at "${tokens[at] ?? 'its end'}": expected numbers, names, + - * / ( ) min max ceil floor`)
  }
  function take(expected: string): void {
    if (tokens[at] !== expected) fail()
    at++
  }
  function sum(): Node {
    let left = product()
    while (tokens[at] === '+' || tokens[at] === '-') {
      const sign = tokens[at++]
      const first = left
      const second = product()
      left = sign === '+' ? (vars) => first(vars).add(second(vars)) : (vars) => first(vars).sub(second(vars))
    }
    return left
  }
  function product(): Node {
    let left = factor()
    while (tokens[at] === '*' || tokens[at] === '/') {
      const sign = tokens[at++]
      const first = left
      const second = factor()
      left = sign === '*' ? (vars) => first(vars).mul(second(vars)) : (vars) => first(vars).div(second(vars))
    }
    return left
  }
  function factor(): Node {
    const token = tokens[at++]
    if (token === undefined) fail()
    if (token === '-') {
      const inner = factor()
      return (vars) => inner(vars).neg()
    }
    if (token === '(') {
      const inner = sum()
      take(')')
      return inner
    }
    if (/^\d/.test(token)) {
      const number = parseDecimal(token)
      return () => number
    }
    const apply = functions[token]
    if (apply !== undefined && tokens[at] === '(') return call(apply)
    if (!/^[a-zA-Z_]/.test(token)) fail()
    names.add(token)
    return (vars) => vars.get(token) ?? new Fraction(0)
  }
  function call(apply: (values: readonly Exact[]) => Exact): Node {
    take('(')
    const inputs = [sum()]
    while (tokens[at] === ',') {
      at++
      inputs.push(sum())
    }
    take(')')
    return (vars) => apply(inputs.map((input) => input(vars)))
  }

  const root = sum()
  if (at < tokens.length) fail()
  return { names: [...names], evaluate: root }
}

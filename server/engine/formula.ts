import Fraction from 'fraction.js'
import { type Exact, parseDecimal } from './decimal.ts'

/** A formula taken apart once. `names` are the variables it needs. */
export interface Formula {
  readonly names: readonly string[]
  evaluate(variables: ReadonlyMap<string, Exact>): Exact
}

/** What a formula is worked out in: numbers, or spans of numbers. */
export interface Arithmetic<T> {
  number(value: Exact): T
  add(left: T, right: T): T
  subtract(left: T, right: T): T
  multiply(left: T, right: T): T
  divide(left: T, right: T): T
  apply(name: FunctionName, values: readonly T[]): T
}
export type FunctionName = 'min' | 'max' | 'ceil' | 'floor'

type Node<T> = (variables: ReadonlyMap<string, T>) => T

const functions: Readonly<Record<FunctionName, (values: readonly Exact[]) => Exact>> = {
  min: (values) => values.reduce((best, value) => (value.compare(best) < 0 ? value : best)),
  max: (values) => values.reduce((best, value) => (value.compare(best) > 0 ? value : best)),
  ceil: ([value = new Fraction(0)]) => value.ceil(),
  floor: ([value = new Fraction(0)]) => value.floor(),
}

const exactly: Arithmetic<Exact> = {
  number: (value) => value,
  add: (left, right) => left.add(right),
  subtract: (left, right) => left.sub(right),
  multiply: (left, right) => left.mul(right),
  divide: (left, right) => left.div(right),
  apply: (name, values) => functions[name](values),
}

/** Reads `min(f * s, 0.1 * (0.5 * sc - soc))`. Exact arithmetic; throws `SyntaxError` that shows where reading stopped. */
export function parseFormula(text: string): Formula {
  const { names, root } = readFormula(text, exactly)
  return { names, evaluate: root }
}

/** Works a formula out in another arithmetic. Throws what that arithmetic throws. */
export function workOut<T>(text: string, arithmetic: Arithmetic<T>, variables: ReadonlyMap<string, T>): T {
  return readFormula(text, arithmetic).root(variables)
}

function readFormula<T>(text: string, { number, add, subtract, multiply, divide, apply }: Arithmetic<T>) {
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
  function sum(): Node<T> {
    let left = product()
    while (tokens[at] === '+' || tokens[at] === '-') {
      const sign = tokens[at++]
      const first = left
      const second = product()
      const join = sign === '+' ? add : subtract
      left = (vars) => join(first(vars), second(vars))
    }
    return left
  }
  function product(): Node<T> {
    let left = factor()
    while (tokens[at] === '*' || tokens[at] === '/') {
      const sign = tokens[at++]
      const first = left
      const second = factor()
      const join = sign === '*' ? multiply : divide
      left = (vars) => join(first(vars), second(vars))
    }
    return left
  }
  function factor(): Node<T> {
    const token = tokens[at++]
    if (token === undefined) fail()
    if (token === '-') {
      const inner = factor()
      const zero = number(new Fraction(0))
      return (vars) => subtract(zero, inner(vars))
    }
    if (token === '(') {
      const inner = sum()
      take(')')
      return inner
    }
    if (/^\d/.test(token)) {
      const constant = number(parseDecimal(token))
      return () => constant
    }
    if (isFunction(token) && tokens[at] === '(') return call(token)
    if (!/^[a-zA-Z_]/.test(token)) fail()
    names.add(token)
    const unset = number(new Fraction(0))
    return (vars) => vars.get(token) ?? unset
  }
  function call(name: FunctionName): Node<T> {
    take('(')
    const inputs = [sum()]
    while (tokens[at] === ',') {
      at++
      inputs.push(sum())
    }
    take(')')
    return (vars) =>
      apply(
        name,
        inputs.map((input) => input(vars)),
      )
  }

  const root = sum()
  if (at < tokens.length) fail()
  return { names: [...names], root }
}

function isFunction(token: string): token is FunctionName {
  return Object.hasOwn(functions, token)
}

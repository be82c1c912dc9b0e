export type NumberArray = Uint32Array | Float32Array | Int8Array

const kinds = { whole: Uint32Array, float: Float32Array, short: Int8Array } as const
type Kind = keyof typeof kinds

/** A JSON head and named arrays of numbers in one run of bytes, which opens without copying. Little-endian, as every machine that runs this is. */
export function packArrays(head: unknown, arrays: Readonly<Record<string, NumberArray>>): Uint8Array {
  const entries = Object.entries(arrays)
  const layout = entries.map(([name, array]) => ({ name, kind: kindOf(array), length: array.length }))
  const text = Buffer.from(JSON.stringify({ head, layout }), 'utf8')
  const sizes = Buffer.from(new Uint32Array([text.length]).buffer)
  return Buffer.concat([
    sizes,
    text,
    Buffer.alloc(gapAfter(text.length)),
    ...entries.flatMap(([, array]) => [Buffer.from(array.buffer, array.byteOffset, array.byteLength), Buffer.alloc(gapAfter(array.byteLength))]),
  ])
}

/** Opens what `packArrays` wrote. */
export function unpackArrays<Head>(data: Uint8Array): { readonly head: Head; readonly arrays: Record<string, NumberArray> } {
  // Arrays must begin at a multiple of four: a part of a larger buffer may not.
  const own = data.byteOffset % 4 === 0 ? data : new Uint8Array(data)
  const length = new DataView(own.buffer, own.byteOffset).getUint32(0, true)
  const { head, layout } = JSON.parse(Buffer.from(own.buffer, own.byteOffset + 4, length).toString('utf8')) as {
    head: Head
    layout: { name: string; kind: Kind; length: number }[]
  }
  let at = own.byteOffset + 4 + length + gapAfter(length)
  const arrays: Record<string, NumberArray> = {}
  for (const { name, kind, length: count } of layout) {
    const array = new kinds[kind](own.buffer as ArrayBuffer, at, count)
    arrays[name] = array
    at += array.byteLength + gapAfter(array.byteLength)
  }
  return { head, arrays }
}

function kindOf(array: NumberArray): Kind {
  return array instanceof Float32Array ? 'float' : array instanceof Int8Array ? 'short' : 'whole'
}

/** Bytes up to the next multiple of four, where every array begins. */
function gapAfter(bytes: number): number {
  return (4 - (bytes % 4)) % 4
}

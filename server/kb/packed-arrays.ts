/** A JSON head and named arrays of numbers in one run of bytes, which opens without copying. Little-endian, as every machine that runs this is. */
export function packArrays(head: unknown, arrays: Readonly<Record<string, Uint32Array | Float32Array>>): Uint8Array {
  const entries = Object.entries(arrays)
  const layout = entries.map(([name, array]) => ({ name, float: array instanceof Float32Array, length: array.length }))
  const text = Buffer.from(JSON.stringify({ head, layout }), 'utf8')
  const sizes = Buffer.from(new Uint32Array([text.length]).buffer)
  return Buffer.concat([
    sizes,
    text,
    Buffer.alloc((4 - (text.length % 4)) % 4),
    ...entries.map(([, array]) => Buffer.from(array.buffer, array.byteOffset, array.byteLength)),
  ])
}

/** Opens what `packArrays` wrote. */
export function unpackArrays<Head>(data: Uint8Array): { readonly head: Head; readonly arrays: Record<string, Uint32Array | Float32Array> } {
  // Arrays must begin at a multiple of four: a part of a larger buffer may not.
  const own = data.byteOffset % 4 === 0 ? data : new Uint8Array(data)
  const length = new DataView(own.buffer, own.byteOffset).getUint32(0, true)
  const { head, layout } = JSON.parse(Buffer.from(own.buffer, own.byteOffset + 4, length).toString('utf8')) as {
    head: Head
    layout: { name: string; float: boolean; length: number }[]
  }
  let at = own.byteOffset + 4 + length + ((4 - (length % 4)) % 4)
  const arrays: Record<string, Uint32Array | Float32Array> = {}
  for (const { name, float, length: count } of layout) {
    arrays[name] = float ? new Float32Array(own.buffer, at, count) : new Uint32Array(own.buffer, at, count)
    at += count * 4
  }
  return { head, arrays }
}

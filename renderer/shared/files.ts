/** Gives a file to the person: the browser asks where, or puts it with the downloads. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** A file name from what people call something. */
export function fileName(name: string, ending: string): string {
  return `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'proyecto'}.${ending}`
}

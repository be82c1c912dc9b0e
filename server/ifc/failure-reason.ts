/** Why a model is not read; `machine`: the machine lacks something (memory, a file of its own), which says nothing of the model. */
export type FailureReason = 'unreadable' | 'memory' | 'machine'

/** How programs and libraries say that there is no memory left. */
const noMemory = /out of memory|could not allocate|cannot enlarge memory|allocation failed|bad_alloc|\bOOM\b|ENOMEM/i

/** Tells from what a reader threw whether the machine failed or the model is bad. Errors of the system have a `code`; those of reading never do. */
export function failureReason(error: unknown): FailureReason {
  if (!(error instanceof Error)) return 'unreadable'
  return noMemory.test(error.message) || error instanceof WebAssembly.CompileError || 'code' in error ? 'machine' : 'unreadable'
}

/** Counts tokens in the o200k_base encoding, the documented measure of `tokens_used`. The encoding is loaded at the first call. */
export async function countTokens(text: string): Promise<number> {
  const { countTokens: count } = await import('gpt-tokenizer/encoding/o200k_base')
  return count(text)
}

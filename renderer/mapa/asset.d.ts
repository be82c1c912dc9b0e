/** URL of a file in the build output. */
declare module '*?url' {
  const address: string
  // biome-ignore lint/style/noDefaultExport: Vite exports the URL as default
  export default address
}

/** The address that the build gives a file. */
declare module '*?url' {
  const address: string
  // biome-ignore lint/style/noDefaultExport: Vite gives the address as the default export
  export default address
}

export type * from './api.ts'
export { type Client, type ClientOptions, createClient, PlomadaError, type RequestOptions } from './client.ts'

// Stands for `node:http2` in the built program, which speaks HTTP/1.1 only: the library of the listener asks of each request whether it is of HTTP/2,
// and Node's module for it would be loaded at every start for that alone.

export class Http2ServerRequest {}

/** Error codes of RFC 9113, 7. */
export const constants = { NGHTTP2_NO_ERROR: 0 } as const

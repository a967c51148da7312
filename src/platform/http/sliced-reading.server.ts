import type { Socket } from 'node:net';

/** Room for about fifty of the shortest requests. */
const SLICE_BYTES = 1_024;

/**
 * Feeds the server what a connection sends in small pieces. Node itself parses all of the 64 KB that it reads at once,
 * thousands of requests, also when the first of them ended the connection. Costs every request some microseconds.
 */
export function readInSlices(socket: Socket): void {
  // The server's own listener, which parses. Without any, something else reads the connection.
  const [parse] = socket.listeners('data') as ((chunk: Buffer) => void)[];
  if (!parse || socket.destroyed) return;
  socket.removeListener('data', parse);
  socket.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length && !socket.destroyed; at += SLICE_BYTES)
      parse.call(socket, chunk.subarray(at, at + SLICE_BYTES));
  });
}

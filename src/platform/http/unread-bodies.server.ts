import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * In ms and bytes: how long a client has to read the response to an unread body, and what it may still send meanwhile.
 */
const LINGER_MS = 2_000;
const LINGER_BYTES = 1024 * 1024;

/**
 * Closes the connection, and announces it, if a response is sent before the whole body was read (413, 401, 503).
 * Otherwise the rest of the body would be taken for the next request. The client still gets the response, which the
 * system would discard if a connection were closed with unread bytes.
 */
export function closeUnlessRead(request: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...parts: unknown[]) => ServerResponse;
  response.writeHead = (...parts: unknown[]) => {
    if (!request.complete) {
      response.shouldKeepAlive = false;
      lingerAtEnd(request);
    }
    return writeHead(...parts);
  };
}

/** Delays closing the connection until the client has seen the response. What it sends meanwhile is dropped. */
function lingerAtEnd(request: IncomingMessage): void {
  const { socket } = request;
  let dropped = 0;
  // Node calls this after it has written the last response of a connection.
  socket.destroySoon = () => {
    if (socket.destroyed) return;
    socket.destroySoon = () => {};
    const end = () => socket.destroy();
    const timer = setTimeout(end, LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
    socket.once('end', end);
    request.once('end', end);
    request.on('data', (chunk: Buffer) => {
      dropped += chunk.length;
      if (dropped > LINGER_BYTES) socket.pause();
    });
    request.resume();
    socket.end();
  };
}

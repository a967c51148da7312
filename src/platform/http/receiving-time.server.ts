import type { IncomingMessage, ServerResponse } from 'node:http';

/** Ends a request whose body takes longer than `maxMs` to arrive. */
export function limitReceiving(request: IncomingMessage, response: ServerResponse, maxMs: number): void {
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (response.headersSent) request.socket.destroy();
    else response.writeHead(408, { connection: 'close' }).end(() => request.socket.destroy());
  }, maxMs);
  timer.unref();
  const clear = () => clearTimeout(timer);
  request.once('end', clear);
  request.once('close', clear);
}

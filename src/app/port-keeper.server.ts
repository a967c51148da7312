import type { Env } from '#src/platform/env/env.server.ts';
import { createHttpServer, type HttpServer } from './http.server.ts';
import { getPort, listen } from './listen.server.ts';

/** Keeps the port while no worker listens on it, and responds that the shop is starting. */
export interface PortKeeper {
  /** The port that it has listened on first. */
  readonly port: number | null;
  /** Listens, or returns a sentence that says why it cannot. */
  open(): Promise<string | null>;
  /** Leaves the port to a worker. */
  close(): Promise<void>;
}

export function createPortKeeper({ port: wanted, host, trustedProxies }: Env): PortKeeper {
  let http: HttpServer | null = null;
  let port: number | null = null;
  return {
    get port() {
      return port;
    },
    async open() {
      if (http) return null;
      const opening = createHttpServer({ trustedProxies, countsClients: false });
      http = opening;
      const taken = await listen(opening.server, port ?? wanted, host);
      port ??= getPort(opening.server);
      if (taken) http = null;
      return taken;
    },
    async close() {
      const closing = http;
      http = null;
      await closing?.close(0);
    },
  };
}

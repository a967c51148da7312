import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { toSocketAddress } from './database-url.ts';

/** A proxy in front of a database, over a network that can begin to drop every packet without a word. */
export interface SilentNetwork {
  /** The database's URL through the proxy. */
  url: string;
  /** From now on, nothing passes on the connections that are open, and neither side learns of it. */
  silence(): void;
  /**
   * From now on, open connections are closed and new ones refused, as when the server has ended; or accepted again.
   * `silent`: nothing passes on the new ones either.
   */
  setReachable(isReachable: boolean, options?: { silent: boolean }): Promise<void>;
  close(): void;
}

/** Opens a proxy in front of the database at a PostgreSQL URL. */
export async function openSilentNetwork(url: string): Promise<SilentNetwork> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    if (isSilent) {
      sockets.add(near);
      near.on('error', () => {});
      return;
    }
    const far = connect(toSocketAddress({ host, port }));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const end = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  await listen(0);
  const ownPort = (server.address() as AddressInfo).port;
  return {
    url: `postgres://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${ownPort}/${database}`,
    silence() {
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    async setReachable(isReachable, { silent } = { silent: false }) {
      isSilent = silent;
      if (isReachable) await listen(ownPort);
      else end();
    },
    close: end,
  };
}

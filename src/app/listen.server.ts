import type { Server } from 'node:http';

/**
 * How many connections wait to be accepted. With fewer, some visitors in a sudden crowd would have to retry after a
 * second.
 */
const BACKLOG = 4_096;

/** Listens, or returns a sentence that says why it cannot. */
export function listen(server: Server, port: number, host: string | undefined): Promise<string | null> {
  return new Promise((resolve) => {
    const describeError = (error: NodeJS.ErrnoException) => {
      const where = `${host ?? ''}:${port}`;
      if (error.code === 'EADDRINUSE')
        resolve(`PORT ${port} is taken by another program. Stop it, or choose another PORT.`);
      else if (error.code === 'EACCES')
        resolve(`PORT ${port} needs privileges that this user does not have. Choose a PORT above 1023.`);
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
        resolve(`HOST ${host} is not an address of this machine.`);
      else resolve(`Listening on ${where} failed: ${error.message}`);
    };
    server.once('error', describeError);
    server.listen({ port, backlog: BACKLOG, ...(host ? { host } : {}) }, () => {
      server.off('error', describeError);
      resolve(null);
    });
  });
}

/** The port on which a server listens; null if it does not. */
export function getPort(server: Server): number | null {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : null;
}

export const TEMPLATE = 'shop_template';

/** Replaces the database in a PostgreSQL URL, with a port or a socket folder. */
export function withDatabase(url: string, database: string): string {
  const query = url.indexOf('?');
  const [address, parameters] = query < 0 ? [url, ''] : [url.slice(0, query), url.slice(query)];
  return `${address.slice(0, address.lastIndexOf('/') + 1)}${database}${parameters}`;
}

/** Where a client of this host and port connects: PostgreSQL's socket if the host is a folder. */
export function toSocketAddress({ host, port }: { host: string; port: number }) {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

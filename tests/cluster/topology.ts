import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Each machine has an address of its own, so that ports are those of the files that operators copy. */
const ADDRESSES = {
  BALANCER: '10.77.0.10',
  DB_A: '10.77.0.11',
  DB_B: '10.77.0.12',
  DB_C: '10.77.0.13',
  SHOP_A: '10.77.0.21',
  SHOP_B: '10.77.0.22',
  SHOP_C: '10.77.0.23',
} as const;

/** The address of the test itself, where a restored database runs, too. */
export const OWN_ADDRESS = '10.77.0.1';

/** The database nodes, by their names in the files. */
export const NODES = [
  { name: 'db-a', address: ADDRESSES.DB_A },
  { name: 'db-b', address: ADDRESSES.DB_B },
  { name: 'db-c', address: ADDRESSES.DB_C },
] as const;

/** The machines of the shops, by their names in the files. */
export const SHOPS = [
  { name: 'shop-a', address: ADDRESSES.SHOP_A },
  { name: 'shop-b', address: ADDRESSES.SHOP_B },
  { name: 'shop-c', address: ADDRESSES.SHOP_C },
] as const;

const BALANCER = { name: 'balancer', address: ADDRESSES.BALANCER } as const;

export const MACHINES = [BALANCER, ...NODES, ...SHOPS];

/** Where buyers reach the shop. */
export const PUBLIC_ORIGIN = `http://${ADDRESSES.BALANCER}`;

/** The superuser reaches each node directly: the balancer is one of the things that fail. */
export const SUPERUSER_PASSWORD = 'superuser-of-the-test';
export const PATRONI_PASSWORD = 'patroni-of-the-test';
export const SHOP_PASSWORD = 'shop-of-the-test';

const SHARED = {
  ...ADDRESSES,
  NETWORK: '10.77.0.0/24',
  PUBLIC_URL: PUBLIC_ORIGIN,
  AUTH_SECRET: 'a-secret-of-the-test-that-is-long-enough',
  PATRONI_PASSWORD,
  SUPERUSER_PASSWORD,
  REPLICATION_PASSWORD: 'replication-of-the-test',
  REWIND_PASSWORD: 'rewind-of-the-test',
  SHOP_PASSWORD,
  CIPHER_PASS: 'a-passphrase-of-the-test',
};

/** A file of `deploy`, filled in as its operator would. Throws for a placeholder without a value. */
export function fillIn(file: string, own: Record<string, string>, folder = 'deploy/cluster'): string {
  const values: Record<string, string> = { ...SHARED, ...own };
  return readFileSync(join(folder, file), 'utf8').replaceAll(/@([A-Z_]+)@/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`${file} has @${key}@, which the test does not fill in`);
    return value;
  });
}

/** Writes a filled-in file into a folder, and returns its path. */
export function writeFilledIn(file: string, own: Record<string, string>, folder: string): string {
  const path = join(folder, file);
  writeFileSync(path, fillIn(file, own), { mode: 0o644 });
  return path;
}

/** The variables of a filled-in `.env` file. */
export function readVariables(file: string, own: Record<string, string>): Record<string, string> {
  const lines = fillIn(file, own)
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

const PACKAGES = [
  'patroni',
  'python3-etcd',
  'etcd-server',
  'haproxy',
  'postgresql-15',
  'pgbackrest',
  'iproute2',
  'nftables',
];
const NO_SERVICES = '/usr/sbin/policy-rc.d';

/** Installs the packages of Debian 12 that are missing, without starting their services. Exits if it cannot. */
export function ensurePackages(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) giveUp('The cluster needs Linux and root.');
  const missing = PACKAGES.filter((name) => !readVersion(name));
  if (missing.length === 0) return;
  console.log(`Installing ${missing.join(', ')}`);
  const isOurs = !existsSync(NO_SERVICES);
  if (isOurs) writeFileSync(NO_SERVICES, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options: SpawnSyncOptions = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  spawnSync('apt-get', ['update', '-q'], options);
  const { status } = spawnSync('apt-get', ['install', '-qy', '--no-install-recommends', ...missing], options);
  if (isOurs) rmSync(NO_SERVICES);
  if (status !== 0) giveUp(`These packages could not be installed: ${missing.join(', ')}`);
}

/** The versions of the packages, for the conditions of a run. */
export function readVersions(): string {
  return PACKAGES.map((name) => `${name} ${readVersion(name)}`).join(', ');
}

function readVersion(name: string): string {
  const { stdout } = spawnSync('dpkg-query', ['--show', name], { encoding: 'utf8' });
  return stdout?.trim().split('\t')[1] ?? '';
}

function giveUp(why: string): never {
  console.error(why);
  process.exit(2);
}

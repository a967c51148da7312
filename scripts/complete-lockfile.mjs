// @ts-check
// `npm run lockfile`, to be run after every change of dependencies. A registry may lack packages for other platforms;
// `npm install` then leaves them out of the lockfile, and `npm ci` rejects the lockfile everywhere. This script adds
// them by name, version and platform, without a hash.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './processes.mjs';

/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} Entry
 */

const systems = new Map(
  ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'].map((os) => [
    os,
    os,
  ]),
)
  .set('windows', 'win32')
  .set('win', 'win32')
  .set('linuxmusl', 'linux');
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

const file = join(root, 'package-lock.json');
/** @type {{ packages: Record<string, Entry> }} */
const lock = JSON.parse(readFileSync(file, 'utf8'));
let added = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(path, name)) continue;
    lock.packages[`node_modules/${name}`] = entryFor(name, range, path !== '' && entry.dev === true);
    added += 1;
  }
}
const { '': project, ...rest } = lock.packages;
const sorted = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
lock.packages = { '': project ?? {}, ...Object.fromEntries(sorted) };
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`Added ${added} packages for other platforms to package-lock.json`);

/**
 * Whether the package at `path` finds `name` in its own or an outer node_modules.
 * @param {string} path
 * @param {string} name
 */
function isLocked(path, name) {
  for (let from = path; from !== ''; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${from}/node_modules/${name}`]) return true;
  }
  return lock.packages[`node_modules/${name}`] !== undefined;
}

/**
 * @param {string} name
 * @param {string} range
 * @param {boolean} dev
 * @returns {Entry}
 */
function entryFor(name, range, dev) {
  const parts = name.split(/[/-]/);
  const system = parts.find((part) => systems.has(part));
  const processor = parts.find((part) => processors.includes(part));
  const musl = parts.includes('musl') || parts.includes('linuxmusl');
  const glibc = system === 'linux' && parts.some((part) => part.startsWith('gnu'));
  const os = name === 'fsevents' ? 'darwin' : systems.get(system ?? '');
  return {
    version: range.replace(/^[\^~]/, ''),
    ...(processor ? { cpu: [processor] } : {}),
    ...(musl ? { libc: ['musl'] } : glibc ? { libc: ['glibc'] } : {}),
    ...(dev ? { dev: true } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  };
}

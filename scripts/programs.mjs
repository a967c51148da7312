// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './processes.mjs';

/** The commands of the machine's console, each with what it does: `npm run NAME`, or `./ironmonger NAME` in a package. */
export const CONSOLE_PROGRAMS = {
  backup: 'stores everything of the shop in one file, while it runs or is stopped',
  restore: 'restores a backup, or any moment (--at), into an empty DATA_DIR or database',
  verify: 'checks the data of the shop, and changes nothing',
  owner: 'makes an account an owner, with a new password',
  'new-secret': 'makes the database accept a new AUTH_SECRET',
};

/** The programs that the build of the shop makes: it starts a backup itself, and a check must not replace its build. */
export const BUILT_PROGRAMS = ['verify', 'backup'];

/** All programs beside the shop. In the project, those that the build does not make run from their sources. */
export const PROGRAMS = [...Object.keys(CONSOLE_PROGRAMS), 'end-database'];

const serverFolder = join(root, 'build', 'server');

/** The program of the shop itself. */
export const serverFile = join(serverFolder, 'server.js');

/**
 * The file of a built program. In a package, all of `PROGRAMS` are built.
 * @param {string} name
 */
export function findBuiltProgram(name) {
  return join(serverFolder, `${name}.js`);
}

/**
 * The file that runs a program of this version: its source, or in a package, which has no sources, its build.
 * @param {string} name
 */
export function findProgram(name) {
  const source = join(root, 'src', 'app', `${name}.ts`);
  return existsSync(source) ? source : findBuiltProgram(name);
}

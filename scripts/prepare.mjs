// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  findBin,
  findPinnedNode,
  projectEnvironment,
  root,
  run,
  ScriptError,
  systemEnvironment,
} from './processes.mjs';
import { step } from './progress.mjs';

/** The commands that make the build, in order: package, command, arguments. */
const buildCommands = [
  { of: '@react-router/dev', command: 'react-router', args: ['build'] },
  { of: 'vite', command: 'vite', args: ['build', '--config', 'vite.card-sandbox.config.ts'] },
  { of: 'vite', command: 'vite', args: ['build', '--config', 'vite.verify.config.ts'] },
];

/** What the build is made from: folders whole (tests apart) and files of the project's folder by name. */
const buildFolders = ['src', 'public'];
const buildFiles = /^(package-lock\.json|tsconfig.*\.json|react-router\.config\..*|vite\..*config\.ts)$/;
const testFile = /\.test\.tsx?$/;

const installStamp = join(root, 'node_modules', '.installed');
const buildStamp = join(root, 'build', '.built');

/** Installs the packages of the lockfile unless exactly those are there. A ScriptError carries npm's whole output. */
export async function ensureInstalled() {
  const expected = `${hashFiles(['package-lock.json'])} ${process.platform} ${process.arch}`;
  if (readStamp(installStamp) === expected) return;
  if (!isInstalledByNpm()) await step('Installing packages', install);
  writeFileSync(installStamp, expected);
}

/** The programs that the build makes: the shop, and what verifies its data. */
export const serverFile = join(root, 'build', 'server', 'server.js');
export const verifyFile = join(root, 'build', 'server', 'verify.js');

/** Builds the shop unless the build was made from just these sources. A ScriptError carries the whole output. */
export async function ensureBuilt() {
  const expected = hashFiles(listBuildInputs());
  if (readStamp(buildStamp) === expected && existsSync(serverFile) && existsSync(verifyFile)) return;
  await step('Building the shop', build);
  writeFileSync(buildStamp, expected);
}

/** Whether the program that verifies is there, made from these sources or from earlier ones. */
export function findVerifyBuild() {
  if (readStamp(buildStamp) === undefined || !existsSync(verifyFile)) return 'none';
  return readStamp(buildStamp) === hashFiles(listBuildInputs()) ? 'current' : 'earlier';
}

async function install() {
  // Named rather than found, npm is the very one that was called, also where none is on the path.
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier', '--no-progress'];
  const args = ['ci', '--include=dev', '--include=optional', ...quiet];
  const env = systemEnvironment();
  const byName = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const isNpm = npm !== undefined && /npm-cli\.c?js$/.test(npm);
  const { code, output } = isNpm
    ? await run(node ?? process.execPath, [npm, ...args], { env, quiet: true })
    : await run(byName, args, { env, quiet: true });
  if (code !== 0) throw new ScriptError(`The packages could not be installed (npm exited with ${code}):\n\n${output}`);
}

async function build() {
  rmSync(buildStamp, { force: true });
  const env = projectEnvironment({ NODE_ENV: 'production' });
  for (const { of, command, args } of buildCommands) {
    const { code, output } = await run(findPinnedNode(), [findBin(of, command), ...args], { env, quiet: true });
    if (code !== 0) throw new ScriptError(`The shop could not be built (${command} exited with ${code}):\n\n${output}`);
  }
  for (const file of [serverFile, verifyFile])
    if (!existsSync(file)) throw new ScriptError(`The build did not produce ${file}.`);
}

/** npm's own record of what it installed, which it writes last and removes first. */
function isInstalledByNpm() {
  try {
    const [expected, there] = ['package-lock.json', 'node_modules/.package-lock.json'].map(readPackages);
    if (expected === undefined || there === undefined) return false;
    return Object.entries(expected).every(
      ([path, { version, optional, peer }]) =>
        path === '' || there[path]?.version === version || (!there[path] && (optional || peer)),
    );
  } catch {
    return false;
  }
}

/**
 * @param {string} lockfile
 * @returns {Record<string, { version: string, optional?: boolean, peer?: boolean }>}
 */
function readPackages(lockfile) {
  return JSON.parse(readFileSync(join(root, lockfile), 'utf8')).packages;
}

function listBuildInputs() {
  const files = readdirSync(root).filter((name) => buildFiles.test(name));
  return [...files, 'scripts/progress.mjs', ...buildFolders.flatMap(listFiles)].sort();
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listFiles(path);
    return testFile.test(path) ? [] : [path];
  });
}

/**
 * SHA-256 in hex of these files' names and bytes.
 * @param {string[]} paths relative to the project's folder
 */
export function hashFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

/**
 * What was written when something was made; undefined where it was not.
 * @param {string} path
 */
export function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

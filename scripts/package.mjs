// @ts-check
// `npm run package [-- FOLDER]`: makes a folder with the built shop and only what it needs to run.
import './require-node.mjs';
import { join, resolve } from 'node:path';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { findPinnedNode, root, run, ScriptError } from './processes.mjs';

const USAGE = `npm run package [-- FOLDER]
  makes FOLDER (default: artifacts/package) with the built shop and only what it needs to run on this kind of
  machine: its packages, PostgreSQL and Node. Copy it anywhere, and start it with FOLDER/ironmonger. An earlier
  package in FOLDER is replaced.`;

const args = process.argv.slice(2);
const [folder = join(root, 'artifacts', 'package'), ...others] = args;
if (args.includes('--help') || args.includes('-h')) {
  console.log(USAGE);
} else if (others.length > 0 || folder.startsWith('-')) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  try {
    await ensureInstalled();
    await ensureBuilt();
    // It uses installed packages and needs the Node of the lockfile.
    const { code } = await run(findPinnedNode(), [join(root, 'scripts', 'make-package.mjs'), resolve(folder)]);
    process.exitCode = code;
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

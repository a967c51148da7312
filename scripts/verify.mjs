// @ts-check
// `npm run verify`: makes sure that the shop is installed and built, then checks the invariants of docs/invariants.md.
// Exit codes: 0 all hold, 1 a breach, 2 it could not be checked.
import './require-node.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, findVerifyBuild, verifyFile } from './prepare.mjs';
import { findPinnedNode, projectEnvironment, root, run, ScriptError } from './processes.mjs';
import { showStepsOnStderr } from './progress.mjs';

const args = process.argv.slice(2);
if (args.includes('--json')) showStepsOnStderr();

try {
  await ensureInstalled();
  // A shop that runs from this folder reads its files from the build: a new one would take them away.
  const build = findVerifyBuild();
  if (build === 'none') await ensureBuilt();
  if (build === 'earlier') console.error('The sources have changed since the last build. Verifying with that build.');
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];
  const { code } = await run(findPinnedNode(), [...settings, verifyFile, ...args], {
    env: projectEnvironment({ NODE_ENV: 'production' }),
  });
  process.exitCode = code;
} catch (error) {
  console.error(error instanceof ScriptError ? error.message : error);
  process.exitCode = 2;
}

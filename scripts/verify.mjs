// @ts-check
// `npm run verify`: installs and builds the shop if needed, then checks the invariants of docs/invariants.md. Exit
// codes: 0 all hold, 1 at least one is violated, 2 they could not be checked.
import './require-node.mjs';
import { ensureBuilt, ensureInstalled, findVerifyBuild, verifyFile } from './prepare.mjs';
import { findPinnedNode, listEnvOptions, projectEnvironment, run, ScriptError } from './processes.mjs';
import { showStepsOnStderr } from './progress.mjs';

const args = process.argv.slice(2);
if (args.includes('--json')) showStepsOnStderr();

try {
  await ensureInstalled();
  // A running shop reads its files from the build in this folder, and a new build would delete them.
  const build = findVerifyBuild();
  if (build === 'none') await ensureBuilt();
  if (build === 'earlier') console.error('The sources have changed since the last build. Verifying with that build.');
  const { code } = await run(findPinnedNode(), [...listEnvOptions(), verifyFile, ...args], {
    env: projectEnvironment({ NODE_ENV: 'production' }),
  });
  process.exitCode = code;
} catch (error) {
  console.error(error instanceof ScriptError ? error.message : error);
  process.exitCode = 2;
}

// @ts-check
// Runs a program of the machine's console, such as `npm run owner -- EMAIL`, with the shop's environment.
import './require-node.mjs';
import { ensureInstalled } from './prepare.mjs';
import { findPinnedNode, listEnvOptions, projectEnvironment, run, ScriptError } from './processes.mjs';
import { findProgram } from './programs.mjs';

try {
  await ensureInstalled();
  const [name = '', ...args] = process.argv.slice(2);
  const { code } = await run(findPinnedNode(), [...listEnvOptions(), findProgram(name), ...args], {
    env: projectEnvironment({ NODE_ENV: 'production' }),
  });
  process.exitCode = code;
} catch (error) {
  console.error(error instanceof ScriptError ? error.message : error);
  process.exitCode = 1;
}

// @ts-check
// Runs a program of the machine's console, such as `npm run owner -- EMAIL`, with the shop's environment.
import './require-node.mjs';
import { join } from 'node:path';
import { ensureInstalled } from './prepare.mjs';
import { findPinnedNode, listEnvOptions, projectEnvironment, root, run, ScriptError } from './processes.mjs';

try {
  await ensureInstalled();
  const [name, ...args] = process.argv.slice(2);
  const program = join(root, 'src', 'app', `${name}.ts`);
  const { code } = await run(findPinnedNode(), [...listEnvOptions(), program, ...args], {
    env: projectEnvironment({ NODE_ENV: 'production' }),
  });
  process.exitCode = code;
} catch (error) {
  console.error(error instanceof ScriptError ? error.message : error);
  process.exitCode = 1;
}

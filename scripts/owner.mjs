// @ts-check
// `npm run owner -- EMAIL`: makes an account an owner of the shop. It runs on the shop's own machine.
import './require-node.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './prepare.mjs';
import { findPinnedNode, projectEnvironment, root, run, ScriptError } from './processes.mjs';

try {
  await ensureInstalled();
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];
  const program = join(root, 'src', 'app', 'owner.ts');
  const { code } = await run(findPinnedNode(), [...settings, program, ...process.argv.slice(2)], {
    env: projectEnvironment({ NODE_ENV: 'production' }),
  });
  process.exitCode = code;
} catch (error) {
  console.error(error instanceof ScriptError ? error.message : error);
  process.exitCode = 1;
}

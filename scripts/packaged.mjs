// @ts-check
// The entry of a package: starts the shop, or runs one of its commands, as the npm commands do in the project.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPinnedNode, listEnvOptions, root, run, ScriptError } from './processes.mjs';
import { CONSOLE_PROGRAMS, findProgram } from './programs.mjs';
import { runShop } from './run-shop.mjs';

const COMMANDS = {
  start: 'starts the shop (the default)',
  ...CONSOLE_PROGRAMS,
  health: 'says whether the shop responds',
};
const USAGE = `./ironmonger [COMMAND]
${Object.entries(COMMANDS)
  .map(([name, what]) => `  ${name.padEnd(12)}${what}`)
  .join('\n')}
  COMMAND --help says more. Keys of the environment may be in .env beside this file, as in .env.example.`;

/** How long the shop may take to respond, in ms. */
const HEALTH_TIMEOUT_MS = 4_000;

const [command = 'start', ...args] = process.argv.slice(2);
try {
  if (command === 'start' && args.length === 0) runShop();
  else if (command === 'health') process.exitCode = await checkHealth();
  else if (command in CONSOLE_PROGRAMS) {
    const env = { ...process.env, NODE_ENV: 'production' };
    process.exitCode = (
      await run(findPinnedNode(), [...listEnvOptions(), findProgram(command), ...args], { env })
    ).code;
  } else if (['help', '--help', '-h'].includes(command) || args.includes('--help')) console.log(USAGE);
  else {
    console.error(USAGE);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof ScriptError ? error.message : error);
  process.exitCode = 1;
}

/** For containers, whose images have no program that makes requests. Returns the exit code. */
async function checkHealth() {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const { HOST: host = '', PORT: port = '3000' } = process.env;
  const isAnywhere = ['', '0.0.0.0', '::'].includes(host);
  const address = isAnywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  try {
    const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const { status } = await fetch(`http://${address}:${port}/healthz`, { signal });
    if (status === 200) return 0;
    console.error(`The shop responds with ${status}.`);
  } catch (error) {
    console.error(`The shop does not respond: ${error instanceof Error ? String(error.cause ?? error) : error}`);
  }
  return 1;
}

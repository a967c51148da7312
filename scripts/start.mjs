// @ts-check
// `npm start`: installs and builds the shop if needed, runs it, and exits when it exits.
import './require-node.mjs';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { ScriptError } from './processes.mjs';
import { runShop } from './run-shop.mjs';

try {
  await ensureInstalled();
  await ensureBuilt();
  runShop();
} catch (error) {
  if (!(error instanceof ScriptError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

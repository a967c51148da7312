// @ts-check
// Ends the database of a shop that was killed: `node scripts/end-database.mjs <folder of the cluster> <ms>`.
import { dirname } from 'node:path';
import { tryInstanceLock } from '../src/platform/instance-lock.server.ts';
import { killOrphans } from '../src/platform/postgres/processes.server.ts';

const [cluster = '', timeoutMs] = process.argv.slice(2);
const lock = tryInstanceLock(dirname(cluster));
// Another shop that has the folder by now has ended what was left, and its own database is not ours to end.
if (lock) {
  await killOrphans(cluster, Number(timeoutMs));
  lock.release();
}

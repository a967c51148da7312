import { dirname } from 'node:path';
import { tryInstanceLock } from '#src/platform/instance-lock.server.ts';
import { killOrphans } from '#src/platform/postgres/processes.server.ts';

// Ends the database of a shop that its launcher had to kill: `end-database <folder of the cluster> <ms>`.

const [cluster = '', timeoutMs] = process.argv.slice(2);
const lock = tryInstanceLock(dirname(cluster));
// If another shop has the folder by now, it has already ended the leftover processes, and we must not end its database.
if (lock) {
  await killOrphans(cluster, Number(timeoutMs));
  lock.release();
}

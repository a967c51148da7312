// @ts-check
// Ends the database of a shop that was killed: `node scripts/end-database.mjs <folder of the cluster> <ms>`.
import { killOrphans } from '../src/platform/postgres/processes.server.ts';

const [cluster = '', timeoutMs] = process.argv.slice(2);
await killOrphans(cluster, Number(timeoutMs));

import { endAllSessions } from '#src/features/identity/user-sessions.server.ts';
import { openDatabase } from '#src/platform/database.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { readShopSecret } from '#src/platform/secret/secret.server.ts';
import { replaceSecret } from '#src/platform/secret/secret-check.server.ts';
import { openConsoleDatabase } from './console-database.server.ts';
import { runConsoleProgram } from './console-program.server.ts';

// The program of `npm run new-secret`: the secret of this environment replaces the one of the database.

const USAGE = `npm run new-secret
  makes the database accept the secret of this environment: AUTH_SECRET, or the one in DATA_DIR. Stop the shop
  first. All sessions end, so everybody has to sign in again.`;

await runConsoleProgram(USAGE, async (args, env) => {
  if (args.length > 0) return 'usage';
  const target = await openConsoleDatabase(env);
  const database = openDatabase(target.url, 2, createLog('silent'));
  try {
    const secret = readShopSecret(env.authSecret, env.dataDir);
    await database.db.transaction(async (tx) => {
      await replaceSecret(tx, secret);
      await endAllSessions(tx);
    });
  } finally {
    await database.close();
    await target.close();
  }
  process.stdout.write(
    'The shop accepts this secret now. Start it again on every machine, with this secret. Everybody has to sign in again.\n',
  );
  return 0;
});

import { endAllSessions } from '#src/features/identity/user-sessions.server.ts';
import { openDatabase } from '#src/platform/database.server.ts';
import { parseProcessEnv } from '#src/platform/env/env.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { readShopSecret } from '#src/platform/secret/secret.server.ts';
import { replaceSecret } from '#src/platform/secret/secret-check.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { openConsoleDatabase } from './console-database.server.ts';

// The program of `npm run new-secret`: the secret of this environment replaces the one of the database.

async function main(): Promise<void> {
  const parsed = parseProcessEnv();
  if (!parsed.ok)
    throw new StartupError(['Please correct these keys (see .env.example):', ...parsed.errors].join('\n  '));
  const target = await openConsoleDatabase(parsed.env);
  const database = openDatabase(target.url, 2, createLog('silent'));
  try {
    const secret = readShopSecret(parsed.env.authSecret, parsed.env.dataDir);
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
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

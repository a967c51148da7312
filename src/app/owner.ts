import { randomBytes } from 'node:crypto';
import { installOwner, promoteAccount } from '#src/flows/accounts/install-owner.server.ts';
import { type Db, openDatabase } from '#src/platform/database.server.ts';
import type { Env } from '#src/platform/env/env.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { resetCountersOf } from '#src/platform/rate-limits.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { emailSchema } from '#src/shared/field-schemas.ts';
import { openConsoleDatabase } from './console-database.server.ts';
import { runConsoleProgram } from './console-program.server.ts';

// The program of `npm run owner`: somebody at the machine's console can always get back into the shop.

const USAGE = `npm run owner -- EMAIL [--keep-password]
  makes the account of EMAIL an owner of the shop. If the shop itself signs people in, the account gets a new
  password, which is shown once; a missing account is created. With --keep-password, an existing account keeps
  its password.`;

await runConsoleProgram(USAGE, async (args, env) => {
  const keepsPassword = args.includes('--keep-password');
  const [address, ...others] = args.filter((arg) => arg !== '--keep-password');
  const email = emailSchema.safeParse(address);
  if (!address || others.length > 0) return 'usage';
  if (!email.success) throw new StartupError(`${address} is not an email address.\n${USAGE}`);
  const target = await openConsoleDatabase(env);
  const database = openDatabase(target.url, 2, createLog('silent'));
  try {
    const isEmbedded = env.identity.kind === 'embedded' && !keepsPassword;
    await (isEmbedded ? setPassword(database.db, env, email.data) : promote(database.db, email.data));
    await resetCountersOf(database.pool, email.data);
    return 0;
  } finally {
    await database.close();
    await target.close();
  }
});

async function setPassword(db: Db, { publicUrl }: Pick<Env, 'publicUrl'>, email: string): Promise<void> {
  // Loaded only here, since it is large and the other commands do not need it.
  const { createEmbeddedIdentityService } = await import('#src/features/identity/embedded-identity.server.ts');
  const identity = createEmbeddedIdentityService({
    db,
    publicUrl,
    // It only signs sessions, and none is created here.
    secret: randomBytes(32).toString('hex'),
    log: createLog('silent'),
    signUp: 'confirmed',
    google: null,
    sendConfirmation: async () => {},
  });
  const password = randomBytes(12).toString('base64url');
  await installOwner(db, identity, { email, password, displayName: 'Shop owner' }, 'console');
  print(
    `${email} is an owner of the shop. All sessions of this account have ended.\nNew password, shown only once: ${password}`,
  );
}

async function promote(db: Db, email: string): Promise<void> {
  const result = await promoteAccount(db, email);
  if (result === 'unknown')
    throw new StartupError(`There is no account for ${email}. Sign in to the shop with it once, then try again.`);
  if (result === 'unconfirmed')
    throw new StartupError(
      `The address ${email} is not confirmed. Confirm it where you signed up, sign in to the shop again, then try again.`,
    );
  print(`${email} is an owner of the shop.`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

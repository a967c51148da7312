import type { FirstAdmin } from '#src/flows/accounts/ensure-first-admin.server.ts';
import type { Settings } from './settings.server.ts';

type BannerSettings = Pick<Settings, 'identity' | 'mail' | 'publicUrl'>;

/** Prints a line for the person at the terminal, not for the log. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints how the first admin signs in. A generated password is shown only here. */
export function printFirstAdmin({ email, password, awaited }: FirstAdmin, publicUrl: string): void {
  if (awaited) printLine(`\nFirst admin: whoever signs in as ${email} with a confirmed address (${publicUrl}/signIn)`);
  else if (password)
    printLine(`\nFirst admin: ${email}  password: ${password}\n(shown only once; sign in at ${publicUrl}/signIn)`);
  else printLine(`\nFirst admin: ${email} with the password in ADMIN_PASSWORD`);
}

/** Prints the shop's address once it is open. */
export function printStartupBanner({ identity, mail, publicUrl }: BannerSettings): void {
  printLine(`\nIronmonger is open at ${publicUrl}`);
  if (identity.kind === 'embedded' && identity.signUp === 'confirmed' && mail.kind === 'outbox')
    printLine(
      'New users need the link in their confirmation email (SIGN_UP is confirmed), but no email is sent (SMTP_URL is not ' +
        `set). An owner must pass the link on from the outbox: ${publicUrl}/dashboard/inbox/outbox`,
    );
  printLine('');
}

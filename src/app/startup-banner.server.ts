import type { FirstAdmin } from '#src/flows/accounts/ensure-first-admin.server.ts';
import type { Settings } from './settings.server.ts';

type BannerSettings = Pick<Settings, 'identity' | 'mail' | 'publicUrl'>;

/** Prints a line for the person at the terminal, not for the log. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints the shop's address and how its first admin signs in. */
export function printStartupBanner({ identity, mail, publicUrl }: BannerSettings, admin: FirstAdmin | null): void {
  printLine(`\nIronmonger is open at ${publicUrl}`);
  if (identity.kind === 'embedded' && identity.signUp === 'confirmed' && mail.kind === 'outbox')
    printLine(
      'New users need the link in their confirmation email (SIGN_UP is confirmed), but no email is sent (SMTP_URL is not ' +
        `set). An owner must pass the link on from the outbox: ${publicUrl}/dashboard/inbox/outbox`,
    );
  if (admin?.awaited)
    printLine(`First admin: whoever signs in as ${admin.email} with a confirmed address (${publicUrl}/signIn)`);
  else if (admin?.password)
    printLine(
      `First admin: ${admin.email}  password: ${admin.password}\n(shown only once; sign in at ${publicUrl}/signIn)`,
    );
  else if (admin) printLine(`First admin: ${admin.email} with the password in ADMIN_PASSWORD`);
  printLine('');
}

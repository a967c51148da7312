import { afterEach, expect, test, vi } from 'vitest';
import { readEnv } from '#src/platform/env.server.ts';
import { settingsOf } from './settings.server.ts';
import { welcome } from './welcome.server.ts';

afterEach(() => vi.restoreAllMocks());

/** What is said at the end of a start with this environment. */
function saidWith(source: Record<string, string>): string {
  const said: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  const reading = readEnv(source);
  if (!reading.ok) throw new Error(reading.faults.join());
  welcome(settingsOf(reading.env, 'secret'), null);
  vi.restoreAllMocks();
  return said.join('');
}

test('where newcomers need a link and no mail is sent, the start says who passes it on', () => {
  const sending = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'shop@tools.example' };
  expect(saidWith({ SIGN_UP: 'confirmed' })).toContain('an admin passes it on from the outbox, http://localhost:3000/');
  expect(saidWith({ SIGN_UP: 'confirmed', ...sending })).not.toContain('outbox');
  expect(saidWith({})).not.toContain('outbox');
});

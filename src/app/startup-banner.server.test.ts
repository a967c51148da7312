import { afterEach, expect, test, vi } from 'vitest';
import { parseEnv } from '#src/platform/env/env.server.ts';
import { toSettings } from './settings.server.ts';
import { printStartupBanner } from './startup-banner.server.ts';

afterEach(() => vi.restoreAllMocks());

/** Returns the text at the end of a start with this environment. */
function getBannerText(source: Record<string, string>): string {
  const said: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  const parsedEnv = parseEnv(source);
  if (!parsedEnv.ok) throw new Error(parsedEnv.errors.join());
  printStartupBanner(toSettings(parsedEnv.env, 'secret'));
  vi.restoreAllMocks();
  return said.join('');
}

test('if new users need a link and no email is sent, the banner says who can pass it on', () => {
  const sending = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'shop@tools.example' };
  expect(getBannerText({ SIGN_UP: 'confirmed' })).toContain(
    'An owner must pass the link on from the outbox: http://localhost:3000/',
  );
  expect(getBannerText({ SIGN_UP: 'confirmed', ...sending })).not.toContain('outbox');
  expect(getBannerText({})).not.toContain('outbox');
});

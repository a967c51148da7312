import { expect, test } from 'vitest';
import { createDeviceCookies } from './device-cookies.server.ts';

const account = (email: string) => ({ email, passwordHash: `hash of ${email}` });
const toHeader = (line: string | null) => line?.split(';')[0] ?? '';

test('the cookie is only for this host, and not for scripts or other sites', () => {
  const line = createDeviceCookies('key', true).issue(null, account('ada@example.com')) ?? '';
  expect(line).toMatch(
    /^__Host-ironmonger\.device=[\w.-]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
  );
  const plain = createDeviceCookies('key', false).issue(null, account('ada@example.com')) ?? '';
  expect(plain).toMatch(/^ironmonger\.device=[^;]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/);
});

test('the cookie reveals no names, and remembers the last five accounts that signed in', () => {
  const devices = createDeviceCookies('key', false);
  const accounts = Array.from({ length: 6 }, (_, at) => account(`user-${at}@example.com`));
  let header = '';
  for (const each of accounts) header = toHeader(devices.issue(header, each));
  // Signing in again does not take a second place.
  header = toHeader(devices.issue(header, account('user-5@example.com')));
  expect(accounts.map((each) => devices.getBrowserId(header, each) !== null)).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(header).not.toContain('user');
  expect(header.length).toBeLessThan(500);
});

test('no cookie remembers an account without a password, or one from another shop', () => {
  const devices = createDeviceCookies('key', false);
  expect(devices.issue(null, { email: 'ada@example.com', passwordHash: null })).toBeNull();
  const header = toHeader(devices.issue(null, account('ada@example.com')));
  expect(devices.getBrowserId(header, account('ada@example.com'))).toMatch(/^[\w-]{22}$/);
  expect(devices.getBrowserId(header, { ...account('ada@example.com'), passwordHash: 'another' })).toBeNull();
  expect(createDeviceCookies('other', false).getBrowserId(header, account('ada@example.com'))).toBeNull();
});

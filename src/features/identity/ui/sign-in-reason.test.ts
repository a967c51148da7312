import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { getSignInReason } from './sign-in-reason.tsx';

describe('the reason for a redirect to sign-in', () => {
  test.each([
    ['/singleTool/abcDEF123', 'to see this tool and order it'],
    ['/about', 'to read about our company'],
    ['/about/', 'to read about our company'],
    ['/addprofile/ada@example.com', 'to edit your profile'],
    ['/updateprifile/ada%40example.com', 'to edit your profile'],
    ['/dashboard', 'to open your dashboard'],
    ['/dashboard/payment/abc', 'to pay for your order'],
    ['/dashboard/myorder?state=placed', 'to see your orders'],
    ['/dashboard/myreview', 'to write a review'],
  ])('%s: %s', (path, purpose) => {
    expect(getSignInReason(path, 'signIn')).toContain(`Please sign in ${purpose}.`);
    expect(getSignInReason(path, 'signUp')).toContain(`Please sign up ${purpose}.`);
  });

  test.each(['/dashboard/allorder', '/dashboard/overview', '/dashboard/inbox/outbox?state=dead'])(
    '%s: the staff',
    (path) => {
      expect(getSignInReason(path, 'signIn')).toBe('Please sign in with a staff account to open this page.');
      expect(getSignInReason(path, 'signUp')).toBeNull();
    },
  );

  test('every path with a guard has a reason', () => {
    const paths = [...readFileSync('src/routes.ts', 'utf8').matchAll(/route\('([^']+)', '(routes\/[^']+)'/g)]
      .map(([, path = '', file = '']) => ({ path, source: readFileSync(`src/${file}`, 'utf8') }))
      .filter(({ source }) => /\b(requireSignedIn|requirePermission|loadStaffList)\(/.test(source))
      .map(({ path, source }) =>
        /dashboard-|Dashboard/.test(source) && path !== 'dashboard' ? `/dashboard/${path}` : `/${path}`,
      );
    expect(paths).toContain('/singleTool/:id');
    for (const path of paths)
      expect([path, getSignInReason(path.replaceAll(/:\w+/g, 'x'), 'signIn')]).not.toContain(null);
  });
});

test.each(['/home', '/', '/tools', null, '/dashboards', '/home?x=/singleTool/you have won'])(
  '%s is public, so there is no reason',
  (path) => {
    expect(getSignInReason(path, 'signIn')).toBeNull();
  },
);

test('a link cannot put its own words into the sentence', () => {
  for (const path of [
    '/singleTool/you-have-won',
    '/dashboard/you-have-won?call=us#now',
    '/dashboard/payment/call-0800',
  ])
    expect(getSignInReason(path, 'signIn')).not.toMatch(/won|call|now|0800/);
});

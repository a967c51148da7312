import { describe, expect, test } from 'vitest';
import { readAudience, safeReturnPath, signInPath } from './return-path.ts';

describe('the remembered page', () => {
  test.each([
    '/home',
    '/singleTool/abcDEF123',
    '/dashboard/payment/x?a=1&b=2#c',
    '/updateprifile/ada@example.com',
    '/updateprifile/ada%40example.com',
  ])('%s is a path of the shop and returned unchanged', (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  test.each([
    ['another origin', 'https://evil.example/x'],
    ['another scheme', 'javascript:alert(1)'],
    ['no leading slash', 'evil.example'],
    ['two slashes', '//evil.example'],
    ['three slashes', '///evil.example'],
    ['a backslash', '/\\evil.example'],
    ['a leading backslash', '\\/evil.example'],
    ['an encoded slash', '/%2fevil.example'],
    ['an encoded slash, twice', '/%252fevil.example'],
    ['an encoded backslash', '/%5cevil.example'],
    ['an encoded backslash, twice', '/%255Cevil.example'],
    ['a tab between the slashes', '/\t/evil.example'],
    ['an encoded tab', '/%09/evil.example'],
    ['a line feed', '/home\nset-cookie: x'],
    ['an encoded line feed', '/home%0d%0ax'],
    ['a null character', '/\u0000/evil.example'],
    ['a C1 control character', '/\u0085/evil.example'],
    ['dots that lead to two slashes', '/x/..//evil.example'],
    ['dots that lead to two slashes, encoded', '/x/%2e%2e//evil.example'],
    ['broken encoding', '/%E0%A4%A'],
    ['endless encoding', '/%25252525252f'],
    ['the sign-in page itself', '/signIn?from=/home'],
    ['the sign-up page', '/signup'],
    ['an API path', '/api/auth/sign-out'],
    ['too long', `/${'a'.repeat(2_001)}`],
    ['empty', ''],
    ['nothing', null],
  ])('%s is rejected', (_what, path) => {
    expect(safeReturnPath(path)).toBeNull();
  });

  test('every returned path stays on this origin, no matter how a browser resolves it', () => {
    for (const path of ['/a/../b', '/a/./b', '/é', '/a b', '/@evil.example', '/:80', '/.//x', '/?//evil.example']) {
      const safe = safeReturnPath(path);
      if (safe !== null) expect(new URL(safe, 'https://shop.example').origin).toBe('https://shop.example');
    }
  });

  test('a sign-in address remembers a safe page and nothing else', () => {
    expect(signInPath('/dashboard')).toBe('/signIn?from=%2Fdashboard');
    expect(signInPath('//evil.example')).toBe('/signIn');
    expect(signInPath('/dashboard/allusers', 'staff')).toBe('/signIn?from=%2Fdashboard%2Fallusers&for=staff');
    expect(signInPath('/dashboard', undefined, '/signUp')).toBe('/signUp?from=%2Fdashboard');
  });

  test('a sign-in address names the audience of the page, also as earlier versions did', () => {
    const read = (query: string) => readAudience(new URLSearchParams(query));
    expect(['for=staff', 'for=admin', 'for=customer', 'for=owner', ''].map(read)).toEqual([
      'staff',
      'staff',
      'customer',
      undefined,
      undefined,
    ]);
  });
});

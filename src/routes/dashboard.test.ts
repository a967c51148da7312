import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Permission } from '#src/shared/permissions.ts';
import { SHOP_PAGES } from '#tests/support/page-routes.ts';

/** Every page of the dashboard, and who may open it. */
const PAGES: Record<string, Permission | 'signedIn'> = {
  '/dashboard': 'signedIn',
  '/dashboard/myorder': 'orders.place',
  '/dashboard/myreview': 'reviews.write',
  '/dashboard/myreview/:id': 'reviews.write',
  '/dashboard/addresses/:id?': 'addresses.keep',
  '/dashboard/certificates': 'exemptions.keep',
  '/dashboard/payment/:id': 'orders.place',
  '/dashboard/orders/:number': 'signedIn',
  '/dashboard/addproduct': 'range.keep',
  '/dashboard/allorder': 'orders.read',
  '/dashboard/allusers': 'users.read',
  '/dashboard/inbox': 'inbox.read',
  '/dashboard/inbox/messages': 'inbox.read',
  '/dashboard/inbox/newsletter': 'subscribers.read',
  '/dashboard/inbox/outbox': 'mails.read',
  '/dashboard/products': 'range.read',
  '/dashboard/products/:id': 'range.keep',
  '/dashboard/products/change': 'range.keep',
  '/dashboard/products/changes/:id?': 'range.read',
  '/dashboard/products/pictures': 'range.keep',
  '/dashboard/categories': 'range.keep',
  '/dashboard/imports/:id?': 'range.import',
  '/dashboard/overview': 'overview.read',
  '/dashboard/reviews': 'reviews.moderate',
  '/dashboard/exemptions': 'exemptions.review',
  '/dashboard/search': 'search.tune',
  '/dashboard/payments': 'payments.read',
  '/dashboard/exports': 'exports.read',
  '/dashboard/system': 'system.read',
  '/dashboard/audit': 'audit.read',
  '/dashboard/settings': 'settings.change',
  '/dashboard/shipping': 'settings.change',
  '/dashboard/taxes': 'settings.change',
  '/dashboard/taxes/report': 'exports.read',
};

const pages = SHOP_PAGES.filter(({ path }) => path.startsWith('/dashboard'));

test('every page of the dashboard checks its permission before it fetches anything', () => {
  const unguarded: string[] = [];
  for (const { path, file } of pages) {
    const [before = '', ...guarded] = readFileSync(`src/${file}`, 'utf8')
      .slice(readFileSync(`src/${file}`, 'utf8').indexOf('function clientLoader('))
      .split(/(?:requirePermission|loadStaffList|requireSignedIn)\(request/);
    const found = guarded.map((rest) => /^, '([^']+)'/.exec(rest)?.[1] ?? 'signedIn');
    if (found.length === 0 || /callApi\(|fetch\w+\(/.test(before) || found.some((one) => one !== PAGES[path]))
      unguarded.push(`${path} (${file}): ${found.join(', ')}`);
  }
  expect(unguarded).toEqual([]);
  expect([...new Set(pages.map(({ path }) => path))].sort()).toEqual(Object.keys(PAGES).sort());
});

test('every entry of the menu is shown to those who may open its page', () => {
  const source = readFileSync('src/routes/dashboard.tsx', 'utf8');
  const entries = [...source.matchAll(/\[\s*'(\/dashboard[^']*)',\s*(?:'[^']*'|[\w.]+),\s*(?:'([\w.]+)'|null)/g)];
  expect(entries.length).toBeGreaterThan(15);
  for (const [, to = '', permission = 'signedIn'] of entries)
    expect([to, permission]).toEqual([to, PAGES[to] ?? PAGES[`${to}/:id?`]]);
});

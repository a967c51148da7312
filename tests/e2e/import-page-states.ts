import type { Page } from '@playwright/test';
import { type RunningShop, signInAdmin } from '#tests/support/running-shop.ts';
import { signInAsAdmin } from './fixtures.ts';
import type { PageState } from './page-state.ts';

/** A draft each, which no other test sees. */
const FILE = (prefix: string) =>
  [
    'Part number;Description;List price;MOQ;State;Category;Internal note',
    `${prefix}-1;Paring chisel, 25 mm, boxwood;38,40;5;draft;Chisels;keep`,
    `${prefix}-2;Mortise chisel, 10 mm;41,00;5;draft;Chisels;`,
    `${prefix}-3;Firmer chisel;nothing;5;draft;Chisels;`,
  ].join('\r\n');
const WHOLE = (prefix: string) =>
  `SKU,Name,Unit price,Minimum order,State\r\n${prefix}-1,Paring chisel 25 mm,38.40,5,draft\r\n${prefix}-2,Mortise chisel 10 mm,41.00,5,draft\r\n`;

type Step = 'ready' | 'done' | 'undone';

/** Uploads a file and takes it as far as this. */
const atImport = (file: string, step: Step | 'failed') => async (page: Page, shop: RunningShop) => {
  const token = await signInAdmin(shop.origin);
  const call = async (method: string, path: string, body?: FormData) => {
    const response = await fetch(`${shop.origin}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body ? { body } : {}),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json() as Promise<{ insertedId: string; state: string }>;
  };
  const form = new FormData();
  form.append('file', new File([file], 'chisels 2026.csv'));
  const { insertedId } = await call('POST', '/imports', form);
  const reach = async (state: string) => {
    while ((await call('GET', `/imports/${insertedId}`)).state !== state) await page.waitForTimeout(50);
  };
  await reach(step === 'failed' ? 'failed' : 'ready');
  if (step === 'done' || step === 'undone') {
    await call('POST', `/imports/${insertedId}/confirm`);
    await reach('done');
  }
  if (step === 'undone') {
    await call('POST', `/imports/${insertedId}/undo`);
    await reach('undone');
  }
  await signInAsAdmin(page);
  return `/dashboard/imports/${insertedId}`;
};

let count = 0;
const unique = () => {
  count += 1;
  return `PC${count}${Date.now()}`;
};

/** The pages of imports. */
export const IMPORT_PAGE_STATES: PageState[] = [
  {
    name: 'imports',
    path: async (page) => {
      await signInAsAdmin(page);
      return '/dashboard/imports';
    },
    heading: 'Import',
    shows: 'Upload and check',
  },
  {
    name: 'import-to-confirm',
    path: (page, shop) => atImport(FILE(unique()), 'ready')(page, shop),
    heading: 'chisels 2026.csv',
    shows: 'will be created',
  },
  {
    name: 'import-failed',
    path: (page, shop) => atImport('What,Costs\nChisel,12\n', 'failed')(page, shop),
    heading: 'chisels 2026.csv',
    shows: 'cannot be imported as it is',
  },
  {
    name: 'import-done',
    path: (page, shop) => atImport(WHOLE(unique()), 'done')(page, shop),
    heading: 'chisels 2026.csv',
    shows: 'Undo this import',
  },
  {
    name: 'import-undone',
    path: (page, shop) => atImport(WHOLE(unique()), 'undone')(page, shop),
    heading: 'chisels 2026.csv',
    shows: 'Undone',
  },
];

import { expect, type Page } from '@playwright/test';
import type { Import } from '#src/features/imports/contract.ts';
import { type RunningShop, signInAdmin } from '#tests/support/running-shop.ts';
import { getDialog, signInAsAdmin } from './fixtures.ts';
import type { PageState } from './page-state.ts';

/** A file with drafts, which no other test sees. */
const FILE = (prefix: string) =>
  [
    'Part number;Description;List price;MOQ;State;Category;Internal note',
    `${prefix}-1;Paring chisel, 25 mm, boxwood;38,40;5;draft;Chisels;keep`,
    `${prefix}-2;Mortise chisel, 10 mm;41,00;5;draft;Chisels;`,
    `${prefix}-3;Firmer chisel;nothing;5;draft;Chisels;`,
  ].join('\r\n');
const WHOLE = (prefix: string) =>
  `SKU,Name,Unit price,Minimum order,State\r\n${prefix}-1,Paring chisel 25 mm,38.40,5,draft\r\n${prefix}-2,Mortise chisel 10 mm,41.00,5,draft\r\n`;

/** A file without a known price and minimum order, with values that cannot be read, and with damaged text. */
const MESSY = (prefix: string) =>
  `SKU;Name;Take ${prefix};State;Weight kg\n${prefix}-1;SÃ¤ge;6,40;draft;1,59\n${prefix}-2;Socket;7,20;draft;heavy\n`;

/** A file in Windows-1252, which is not valid UTF-8. */
const LATIN = (prefix: string) =>
  new Uint8Array(Buffer.from(`SKU,Name,Unit price,Minimum order\n${prefix},S\u00e4ge,38.40,5\n`, 'latin1'));

/**
 * A file with new products, a change, and 60 rows with all kinds of errors: long ones, several in a row, and no name.
 */
const FAULTY = (prefix: string) =>
  [
    'SKU,Name,About,Unit price,Minimum order,Stock,State,Category,Specifications,Internal remark of the buying department',
    `${prefix}-0,Bench plane No. 4,"Cast iron, the sole ground flat.",64.80,3,40,draft,Planes,"Length: 245 mm\nIron: 50 mm",ok`,
    'WR-C13,"Combination wrench, 13 mm",,5.40,20,,,,,',
    ...Array.from({ length: 60 }, (_, at) =>
      [
        at % 7 === 3 ? '' : `${prefix}-${at + 1}`,
        at % 5 === 2 ? '' : `Plane iron ${at + 1}, ${'chrome vanadium steel, '.repeat(at % 4)}bevel 25°`,
        '',
        at % 3 === 0 ? 'on request, please call before you order more than ten' : '-4.00',
        at % 2 ? 'many' : '5',
        '12',
        'draft',
        'Planes > Irons',
        at % 9 === 1 ? `Bevel=${'9'.repeat(40)} mm` : '',
        'x',
      ]
        .map((cell) => `"${cell}"`)
        .join(','),
    ),
  ].join('\n');

type Step = 'ready' | 'done' | 'undone';

/** Uploads a file and brings its import into this state. */
const atImport =
  (file: string | Uint8Array<ArrayBuffer>, step: Step | 'failed', encoding?: string) =>
  async (page: Page, shop: RunningShop) => {
    const token = await signInAdmin(shop.origin);
    const call = async (method: string, path: string, body?: FormData | string) => {
      const response = await fetch(`${shop.origin}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        },
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
    if (encoding) {
      await reach('ready');
      await call('PUT', `/imports/${insertedId}/mapping`, JSON.stringify({ encoding }));
    }
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

/** Opens an import that is in progress, or whose rows were rejected. Such states are too short to catch reliably. */
const during =
  (changes: Partial<Import>): PageState['path'] =>
  async (page, shop) => {
    const path = await atImport(WHOLE(unique()), 'ready')(page, shop);
    let shown: Import | undefined;
    await page.route(`/api${path.replace('/dashboard', '')}`, async (route) => {
      // Fetched only once: the page polls, and a request in progress at the end of a test would fail.
      shown ??= (await (await route.fetch()).json()) as Import;
      await route.fulfill({ json: { ...shown, ...changes } });
    });
    return path;
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
    name: 'import-missing-columns',
    path: (page, shop) => atImport(MESSY(unique()), 'ready')(page, shop),
    heading: 'chisels 2026.csv',
    shows: 'Columns that new products need',
  },
  {
    name: 'import-many-faults',
    path: (page, shop) => atImport(FAULTY(unique()), 'ready')(page, shop),
    heading: 'chisels 2026.csv',
    shows: 'Plane iron 20',
  },
  {
    name: 'import-many-faults-undecided',
    continues: true,
    path: (page, shop) => atImport(FAULTY(unique()), 'ready')(page, shop),
    heading: 'chisels 2026.csv',
    act: (page) => page.getByRole('button', { name: 'Import', exact: true }).click(),
    shows: 'Please correct the file and upload it again',
  },
  {
    name: 'import-asked',
    path: (page, shop) => atImport(WHOLE(unique()), 'ready')(page, shop),
    heading: 'chisels 2026.csv',
    act: async (page) => {
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await expect(getDialog(page)).toContainText('Import this file?');
    },
  },
  {
    name: 'import-checking',
    path: during({ state: 'checking', phase: 'checking', rows: 412_000, progress: { done: 7e7, of: 2e8 } }),
    heading: 'chisels 2026.csv',
    shows: 'checked so far',
  },
  {
    name: 'import-writing',
    path: during({ state: 'importing', phase: 'writing', progress: { done: 61_000, of: 412_000 } }),
    heading: 'chisels 2026.csv',
    shows: 'You can leave this page',
  },
  {
    name: 'import-undoing',
    path: during({ state: 'importing', phase: 'undoing', progress: { done: 400_100, of: 412_000 } }),
    heading: 'chisels 2026.csv',
    shows: 'undone',
  },
  {
    name: 'import-refused-rows',
    path: during({ state: 'done', refused: 3, creates: 18_400, changes: 1_230, unchanged: 120, faultRows: 45 }),
    heading: 'chisels 2026.csv',
    shows: 'could not be imported',
  },
  {
    name: 'import-failed',
    path: (page, shop) => atImport('What,Costs\nChisel,12\n', 'failed')(page, shop),
    heading: 'chisels 2026.csv',
    shows: 'cannot be imported as it is',
  },
  {
    name: 'import-unreadable',
    path: (page, shop) => atImport(LATIN(unique()), 'failed', 'utf-8')(page, shop),
    heading: 'chisels 2026.csv',
    shows: 'How the file is read',
  },
  {
    name: 'import-stopped',
    path: during({
      state: 'stopped',
      creates: 2,
      confirmedBy: 'ada@example.com',
      reason:
        'The shop tried several times but could not finish this import. Products already imported stay. Please try again, or undo the import. See the log for details.',
    }),
    heading: 'chisels 2026.csv',
    shows: 'This import stopped partway through',
  },
  {
    name: 'import-check-stopped',
    path: during({
      state: 'stopped',
      rows: 51_250,
      reason:
        'The shop tried several times but could not check this file. Please try again, or delete it and split the file. See the log for details.',
    }),
    heading: 'chisels 2026.csv',
    shows: 'The check of this file stopped',
  },
  {
    name: 'import-undone-in-part',
    path: during({
      state: 'undone',
      creates: 2,
      left: 1,
      confirmedBy: 'ada@example.com',
      reason: '1 row was not undone. Paring chisel 25 mm (PC-1): It has been ordered since.',
    }),
    heading: 'chisels 2026.csv',
    shows: 'Partly undone',
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
  {
    name: 'imports-several',
    path: async (page, shop) => {
      for (const step of ['ready', 'done', 'undone'] as const) await atImport(WHOLE(unique()), step)(page, shop);
      await atImport('What,Costs\nChisel,12\n', 'failed')(page, shop);
      return '/dashboard/imports';
    },
    heading: 'Import',
    shows: 'chisels 2026.csv',
  },
  {
    name: 'imports-no-file',
    continues: true,
    path: async (page) => {
      await signInAsAdmin(page);
      return '/dashboard/imports';
    },
    heading: 'Import',
    act: (page) => page.getByRole('button', { name: 'Upload and check' }).click(),
    shows: 'Please choose a CSV file',
  },
];

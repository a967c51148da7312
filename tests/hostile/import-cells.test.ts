import { expect, inject, test } from 'vitest';
import type { Import } from '#src/features/imports/contract.ts';
import { expectUndisturbed } from '#tests/support/hostile-kit.ts';
import { sendRequest, signInAdmin } from '#tests/support/running-shop.ts';

/** Cells that make regular expressions backtrack, and very long cells. */
const CELLS = [
  ['Volume prices', `from${' '.repeat(2_400)}x`],
  ['Volume prices', `from${' '.repeat(60_000)}x`],
  ['Volume prices', '1 '.repeat(60_000)],
  ['Volume prices', `${'from 20: 1,1\n'.repeat(12_000)}`],
  ['Specification', `Length: ${'1 to '.repeat(40_000)}`],
  ['Size', `${'1 x '.repeat(50_000)}mm`],
  ['Weight', `${'1.'.repeat(100_000)} kg`],
  ['Unit price', `${'1,'.repeat(100_000)}x`],
  ['Category', '> '.repeat(100_000)],
  ['Pictures', `/images/${'a/'.repeat(100_000)}`],
  ['Related products', `Spare part: ${'A '.repeat(100_000)}`],
] as const;

test('a file with cells designed to be slow is checked without slowing down visitors', async () => {
  const { origin } = inject('hostileShop');
  const token = await signInAdmin(origin);
  const headers = { authorization: `Bearer ${token}` };
  const names = [...new Set(CELLS.map(([column]) => column))];
  const lines = CELLS.map(([column, cell], at) =>
    [`HOSTILE-${at}`, 'Rasp', '1', ...names.map((name) => (name === column ? `"${cell}"` : ''))].join(','),
  );
  const body = new FormData();
  body.append('file', new File([`SKU,Name,Minimum order,${names.join(',')}\n${lines.join('\n')}\n`], 'hostile.csv'));
  let found: Import | undefined;
  await expectUndisturbed(async () => {
    const added = await fetch(`${origin}/api/imports`, { method: 'POST', headers, body });
    const { insertedId } = (await added.json()) as { insertedId: string };
    await expect
      .poll(
        async () => {
          found = (await (
            await sendRequest('GET', `${origin}/api/imports/${insertedId}`, undefined, token)
          ).json()) as Import;
          return found.state;
        },
        { timeout: 60_000 },
      )
      .toBe('ready');
    await fetch(`${origin}/api/imports/${insertedId}`, { method: 'DELETE', headers });
  });
  expect(found).toMatchObject({ rows: CELLS.length, faultRows: CELLS.length });
});

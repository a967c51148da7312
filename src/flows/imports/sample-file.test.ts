import { expect, test } from 'vitest';
import { collectGarbage } from '#src/platform/idle-garbage-collection.server.ts';
import { takeSample } from './sample-file.server.ts';

test('sampling the first rows of a file takes no memory for the rest of long cells', async () => {
  async function* rows() {
    for (let row = 1; row <= 300; row += 1) yield { row, cells: [`A-${row}`, Buffer.alloc(250_000, 'x').toString()] };
  }
  await collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const sample = await takeSample(rows());
  await collectGarbage();
  const megabytes = (process.memoryUsage().heapUsed - before) / 1_048_576;
  expect([sample.length, sample.at(-1)?.cells]).toEqual([200, ['A-200', 'x'.repeat(100)]]);
  expect(megabytes).toBeLessThan(10);
});

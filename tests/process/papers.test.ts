import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { renderPaper } from '#src/features/papers/render-paper.server.ts';
import { makeInvoice, makePackingList } from '#tests/support/paper-data.ts';

test('the thread of the built shop finds its fonts, and renders the same bytes as the source', async () => {
  const thread = new Worker('./build/server/paper-renderer.js', { env: {}, execArgv: [] });
  try {
    for (const paper of [makeInvoice(3), makePackingList(1, 2)]) {
      thread.postMessage(paper);
      const [{ bytes }] = (await once(thread, 'message')) as [{ bytes: Uint8Array }];
      expect(Buffer.from(bytes).equals(await renderPaper(paper))).toBe(true);
    }
  } finally {
    await thread.terminate();
  }
});

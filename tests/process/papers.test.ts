import { expect, test } from 'vitest';
import { renderPaper } from '#src/features/papers/render-paper.server.ts';
import { createThread } from '#src/platform/thread.server.ts';
import { makeInvoice, makePackingList } from '#tests/support/paper-data.ts';

test('the built shop’s thread finds its fonts, and renders the same bytes as the source code', async () => {
  const thread = createThread<unknown, { bytes: Uint8Array }>({
    program: './build/server/paper-renderer.js',
    name: 'papers',
    timeoutMs: 60_000,
    idleMs: 60_000,
    maxHeapMegabytes: 256,
  });
  try {
    const inManyScripts = makeInvoice(1, { buyer: { name: '株式会社東京工具 שלום شركة', email: 'a@example.com' } });
    for (const paper of [makeInvoice(3), makePackingList(1, 2), inManyScripts]) {
      const { bytes } = await thread.ask(paper);
      expect(Buffer.from(bytes).equals(await renderPaper(paper))).toBe(true);
    }
  } finally {
    await thread.end();
  }
});

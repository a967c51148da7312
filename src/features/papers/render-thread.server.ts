import { parentPort } from 'node:worker_threads';
import { listenInThread } from '#src/platform/thread.server.ts';
import { paperSchema } from './contract.ts';
import { renderPaper } from './render-paper.server.ts';

// The thread that renders papers: one at a time, as `paper-renderer.server.ts` beside it sends them.
listenInThread(async (data: unknown) => {
  try {
    const bytes = await renderPaper(paperSchema.parse(data));
    parentPort?.postMessage({ bytes }, [bytes.buffer as ArrayBuffer]);
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});

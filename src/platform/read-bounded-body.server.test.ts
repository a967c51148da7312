import { expect, test } from 'vitest';
import { readBoundedBody } from './read-bounded-body.server.ts';

/** Creates a response of this many chunks of 10 bytes. `sent` counts the chunks that were requested. */
function createResponse(chunks: number) {
  const counts = { sent: 0, isCanceled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (counts.sent === chunks) return controller.close();
        counts.sent += 1;
        controller.enqueue(new Uint8Array(10));
      },
      cancel() {
        counts.isCanceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { response: new Response(body), counts };
}

test('a body up to the limit is read completely', async () => {
  expect(await readBoundedBody(createResponse(3).response, 30)).toHaveLength(30);
  expect(await readBoundedBody(new Response(null), 0)).toHaveLength(0);
});

test('an endless body is canceled at the limit', async () => {
  const { response, counts } = createResponse(Number.POSITIVE_INFINITY);
  expect(await readBoundedBody(response, 25)).toBeNull();
  expect(counts).toEqual({ sent: 3, isCanceled: true });
});

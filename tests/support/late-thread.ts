import { parentPort } from 'node:worker_threads';
import { listenInThread } from '#src/platform/thread.server.ts';

// A thread that takes long to start, and says at once what it is told; never where that is 'stuck'.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);

listenInThread((message: string) => {
  while (message === 'stuck');
  parentPort?.postMessage(message);
});

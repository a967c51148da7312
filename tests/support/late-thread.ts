import { parentPort } from 'node:worker_threads';
import { listenInThread } from '#src/platform/thread.server.ts';

// A thread that starts slowly and then echoes each message at once, except 'stuck', on which it hangs.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);

listenInThread((message: string) => {
  while (message === 'stuck');
  parentPort?.postMessage(message);
});

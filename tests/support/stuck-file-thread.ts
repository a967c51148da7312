import { parentPort } from 'node:worker_threads';

// The thread that reads files, which never ends a batch with this word: as a pattern would that takes for ever.
parentPort?.on('message', (message) => {
  while (JSON.stringify(message).includes('stuck-here'));
});
await import('#src/flows/imports/file-thread.server.ts');

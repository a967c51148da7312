import { parentPort } from 'node:worker_threads';

// The thread that reads files, but it hangs on any batch that contains 'stuck-here', as with an endless regular
// expression.
parentPort?.on('message', (message) => {
  while (JSON.stringify(message).includes('stuck-here'));
});
await import('#src/flows/imports/file-thread.server.ts');

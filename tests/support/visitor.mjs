// @ts-check
// A visitor in its own thread, so that computations of the tests do not count as waiting for the shop.
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** @type {{ origin: string, path: string, address: string, pauseMs: number }} */
const { origin, path, address, pauseMs } = workerData;
const waits = /** @type {number[]} */ ([]);
const failures = /** @type {string[]} */ ([]);
let isEnding = false;
parentPort?.once('message', () => {
  isEnding = true;
});

/** Each visit uses a new connection, as that of a new visitor. */
function visit() {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const end = (/** @type {string | null} */ failure) => {
      waits.push(performance.now() - startedAt);
      if (failure) failures.push(failure);
      resolve(null);
    };
    const sent = request(`${origin}${path}`, { localAddress: address, agent: false }, (response) => {
      response.resume().once('end', () => end(response.statusCode === 200 ? null : String(response.statusCode)));
    });
    sent.once('error', (error) => end(error.message));
    sent.end();
  });
}

while (!isEnding) {
  await visit();
  await pause(pauseMs);
}
parentPort?.postMessage({ waits, failures });

// Loaded before the launcher and before the shop. Makes the launcher's timers ten times as fast. In the shop, SIGUSR2
// blocks the event loop as an endless regular expression would, so that the shop handles no further signals.
const isShop = process.argv[1]?.endsWith('server.js');

if (isShop) {
  process.on('SIGUSR2', () => {
    for (;;);
  });
} else {
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = Object.assign(
    (/** @type {() => void} */ work, /** @type {number | undefined} */ ms = 0) => wait(work, ms / 10),
    wait,
  );
}

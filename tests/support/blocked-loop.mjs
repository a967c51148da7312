// Loaded before the launcher and before the shop. A launcher's time goes ten times as fast. A shop's event loop is blocked
// from SIGUSR2 on, as by a pattern that takes for ever: it hears no other signal then.
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

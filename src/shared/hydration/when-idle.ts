/** Calls back in an idle moment, and after `maxWait` ms at the latest. Where the browser tells none, after a tenth of that. */
export function whenIdle(callback: () => void, maxWait: number): void {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: maxWait });
  else setTimeout(callback, maxWait / 10);
}

/**
 * Calls back in an idle moment, but after at most `maxWait` ms. If the browser cannot tell, it calls back after a tenth
 * of that.
 */
export function whenIdle(callback: () => void, maxWait: number): void {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: maxWait });
  else setTimeout(callback, maxWait / 10);
}

import { useEffect, useState } from 'react';

/** How many whole seconds are left until a moment on this device's clock, in ms since 1970. Counts down to 0. */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  const isOver = now >= until;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isOver]);
  return Math.max(0, Math.ceil((until - now) / 1_000));
}

/**
 * Converts a moment on the server's clock to this device's, which may be wrong. The server gives its time in whole
 * seconds, so the result is up to a second early, never late.
 */
export function toLocalTime(at: string, serverTime: number | null): number {
  return Date.parse(at) + (serverTime === null ? 0 : Date.now() - serverTime - 1_000);
}

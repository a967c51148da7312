let handler: ((name: string) => void | Promise<void>) | null = null;

/** A named place where a fault test can stop, delay or kill the process. Does nothing in production. */
export async function failPoint(name: string): Promise<void> {
  if (handler) await handler(name);
}

/** For tests only: sets what happens at every fail point. */
export function setFailPoints(onReached: typeof handler): void {
  handler = onReached;
}

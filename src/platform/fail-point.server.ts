let reached: ((name: string) => void | Promise<void>) | null = null;

/** A named place where a fault test may stop, delay or kill the process. Does nothing in the shop. */
export async function failPoint(name: string): Promise<void> {
  if (reached) await reached(name);
}

/** For tests only: what happens at every fail-point. */
export function setFailPoints(handler: typeof reached): void {
  reached = handler;
}

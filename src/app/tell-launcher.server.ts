/** What the launcher must know if this process cannot stop by itself because its event loop is blocked. */
interface Told {
  /** The folder of the built-in database, so that the launcher can end it. */
  cluster?: string;
  /** How long this process serves requests after SIGTERM, in ms. */
  shutdownDelayMs?: number;
  /** Whether SIGHUP asks for new workers instead of the end of the shop. */
  asksByHangup?: boolean;
}

/** Tells the launcher, if there is one. */
export function tellLauncher(told: Told): void {
  if (process.connected) process.send?.(told);
}

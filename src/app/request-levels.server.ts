/** How many 503 responses per second are logged by default, since a flood must not fill the log. */
const MAX_BUSY_PER_SECOND = 10;

interface Responded {
  method: string;
  status: number;
  seconds: number;
}

/** Chooses the log level of a response. A full queue is not the shop's fault, so 503 is not an error. */
export function createRequestLevels(now: () => number = () => performance.now()) {
  let second = 0;
  let busy = 0;
  return {
    choose({ method, status, seconds }: Responded): 'error' | 'info' | 'debug' {
      if (status === 503) {
        const current = Math.floor(now() / 1000);
        busy = current === second ? busy + 1 : 1;
        second = current;
        return busy <= MAX_BUSY_PER_SECOND ? 'info' : 'debug';
      }
      if (status >= 500) return 'error';
      return method === 'GET' && seconds < 1 ? 'debug' : 'info';
    },
  };
}

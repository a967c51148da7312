/** So many responses with 503 a second are in the log by default: a flood must not fill it. */
const MAX_BUSY_PER_SECOND = 10;

interface Responded {
  method: string;
  status: number;
  seconds: number;
}

/** Chooses at which level a response is logged. A full queue is no fault of the shop, so 503 is no error. */
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

/**
 * Shares runs of `work` among simultaneous callers. Each gets the result of a run that began after its call, so at most
 * one run is under way and one is next.
 */
export function shareRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | null = null;
  let next: Promise<T> | null = null;

  function begin(): Promise<T> {
    next = null;
    const own = work();
    const end = () => {
      if (running === own) running = null;
    };
    running = own;
    own.then(end, end);
    return own;
  }

  return () => {
    if (next) return next;
    if (!running) return begin();
    next = running.then(begin, begin);
    return next;
  };
}

import type { ImageChild } from './child.server.ts';

interface JobTime {
  /** In ms of processor time, or in ms where the system does not tell that of a process. */
  timeoutMs: number;
  /** In ms, however busy the machine is. */
  maxWaitMs: number;
}

/** Calls back once when a job that starts now has taken its time. The result cancels that. */
export function onTimeUp(worker: ImageChild, { timeoutMs, maxWaitMs }: JobTime, callBack: () => void): () => void {
  const start = { at: performance.now(), cpuMs: worker.readCpuMs() };
  let timer: NodeJS.Timeout;
  const wait = (ms: number) => {
    timer = setTimeout(() => {
      const cpuMs = worker.readCpuMs();
      const used = cpuMs === null || start.cpuMs === null ? timeoutMs : cpuMs - start.cpuMs;
      const left = Math.min(timeoutMs - used, start.at + maxWaitMs - performance.now());
      if (left > 0) wait(left);
      else callBack();
    }, ms);
  };
  wait(Math.min(timeoutMs, maxWaitMs));
  return () => clearTimeout(timer);
}

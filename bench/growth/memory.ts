import { readdirSync, readFileSync } from 'node:fs';

/** Memory at rest in MB, of the shop's own processes and of PostgreSQL. */
export interface Memory {
  shop: number;
  database: number;
}

interface Process {
  pid: number;
  parent: number;
  name: string;
}

function listProcesses(): Process[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const [, name = '', parent = ''] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${entry}/stat`, 'utf8')) ?? [];
      return [{ pid: Number(entry), parent: Number(parent), name }];
    } catch {
      return [];
    }
  });
}

/** Returns the memory in kB. Each of n processes that share a page counts one nth of it. */
function readShare(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Returns the memory of a running shop. Only Linux reports it; null on other systems. */
export function readMemory(pid: number): Memory | null {
  if (process.platform !== 'linux') return null;
  const processes = listProcesses();
  const family = new Set([pid]);
  // Children nearly always have larger process ids than their parents. A second pass finds the others.
  for (let pass = 0; pass < 2; pass += 1)
    for (const { pid: child, parent } of processes) if (family.has(parent)) family.add(child);
  const sum = (isDatabase: boolean) =>
    processes
      .filter((one) => family.has(one.pid) && (one.name === 'postgres') === isDatabase)
      .reduce((total, one) => total + readShare(one.pid), 0);
  return { shop: Math.round(sum(false) / 1024), database: Math.round(sum(true) / 1024) };
}

import type { Cluster } from './cluster.ts';
import type { Target } from './daemon.ts';
import { dropPackets, restorePackets } from './network.ts';

/** Ends a fault as a process manager or an operator would. */
export type Repair = () => void | Promise<void>;

export interface Fault {
  name: string;
  about: string;
  /** How long it lasts until it is repaired. */
  seconds: number;
  /** Within how many seconds writes succeed again, counted from the fault or, if it prevents all writes, from its repair. */
  goal: { seconds: number; from: 'fault' | 'repair' };
  /** True while it keeps even public pages from everybody. */
  hidesPages?: true;
  /** True if the shops run the version before until then. It has to be the first one. */
  upgrades?: true;
  /** True if a moment after it can be restored. */
  backsUp?: true;
  inflict(cluster: Cluster): Promise<Repair>;
}

/** Kills all of these at once. The repair starts them again. */
export function kill(...targets: readonly Target[]): Repair {
  for (const target of targets) target.signal('SIGKILL');
  return () => {
    for (const target of targets) target.start();
  };
}

/** Stops all of these where they are. The repair lets them continue. */
export function suspend(...targets: readonly Target[]): Repair {
  for (const target of targets) target.signal('SIGSTOP');
  return () => {
    for (const target of targets) target.signal('SIGCONT');
  };
}

/** Drops packets from and to a machine, in silence. The repair lets all of them pass. */
export function lose(percent: number, machine: string): Repair {
  dropPackets(machine, percent);
  return () => restorePackets(machine);
}

/** A right that one process of a machine has at a time, such as the one to decode images. */
export interface MachineTurn {
  /** Resolves when this process has the right. It then keeps it until it gives it back. */
  take(): Promise<void>;
  giveBack(): void;
  /** Whether this process has the right and another one waits for it. */
  isWanted(): boolean;
  /** Calls back whenever another process begins to wait for the right while this one has it. */
  onWanted(callback: () => void): void;
}

/** For a shop that is a single process, which always has the right. */
export const ALWAYS_OURS: MachineTurn = {
  take: async () => {},
  giveBack: () => {},
  isWanted: () => false,
  onWanted: () => {},
};

export type TurnRequest = 'take' | 'give back';
export type TurnNews = 'granted' | 'wanted';

/** A worker's part: `send` asks the parent, whose news go to `receive`. */
export function createMachineTurn(
  send: (request: TurnRequest) => void,
): MachineTurn & { receive(news: TurnNews): void } {
  let granted: { promise: Promise<void>; resolve: () => void } | null = null;
  let wanted = false;
  let callback = () => {};
  return {
    take() {
      if (!granted) {
        granted = Promise.withResolvers<void>();
        send('take');
      }
      return granted.promise;
    },
    giveBack() {
      if (!granted) return;
      granted = null;
      wanted = false;
      send('give back');
    },
    isWanted: () => wanted,
    onWanted(next) {
      callback = next;
    },
    receive(news) {
      if (!granted) return;
      if (news === 'granted') return granted.resolve();
      wanted = true;
      callback();
    },
  };
}

/** The parent's part: grants the right to one worker at a time, in the order in which they asked. */
export function createTurnKeeper(send: (worker: number, news: TurnNews) => void): {
  receive(worker: number, request: TurnRequest): void;
  /** Takes the right from a worker that has ended. */
  forget(worker: number): void;
} {
  /** The first one has the right. */
  let line: number[] = [];

  function leave(worker: number): void {
    const [holder] = line;
    line = line.filter((one) => one !== worker);
    const [next] = line;
    if (next === undefined || holder !== worker) return;
    send(next, 'granted');
    if (line.length > 1) send(next, 'wanted');
  }

  return {
    receive(worker, request) {
      if (request === 'give back') return leave(worker);
      const [holder] = line;
      line.push(worker);
      if (holder === undefined) send(worker, 'granted');
      else send(holder, 'wanted');
    },
    forget: leave,
  };
}

interface RequestLine {
  method: string;
  path: string;
}

type Kind = 'delay' | 'answer' | 'drop' | 'truncate' | 'processing';

interface PlannedFault {
  kind: Kind;
  times: number;
  value: number;
  when: (request: RequestLine) => boolean;
}

interface FaultPlan {
  /** How many of the next requests it befalls. */
  times: number;
  /** Only these requests; every request unless given. */
  when?: (request: RequestLine) => boolean;
}

export type SandboxFaults = ReturnType<typeof createSandboxFaults>;

/**
 * A switchboard for tests: what shall go wrong, and how often. In memory, and nothing goes wrong
 * until it is told to. Pass it to the server API, the browser API and the courier alike.
 */
export function createSandboxFaults() {
  let planned: PlannedFault[] = [];
  const dispatcher = { paused: false, copies: 1, shuffled: false };

  const plan = (kind: Kind, { times, when = () => true }: FaultPlan, value = 0): void => {
    planned.push({ kind, times, value, when });
  };

  return {
    /** The work starts `ms` later, with its idempotency key already taken. */
    delayRequests: (options: FaultPlan & { ms: number }) => plan('delay', options, options.ms),
    /** Answered 500 or 429 before anything was done. */
    failRequests: (options: FaultPlan & { status: 429 | 500 }) => plan('answer', options, options.status),
    /** Done and committed, then the connection is cut without an answer. */
    dropResponses: (options: FaultPlan) => plan('drop', options),
    /** Done and committed, then the connection is cut in the middle of the answer. */
    truncateResponses: (options: FaultPlan) => plan('truncate', options),
    /** Confirmations stay `processing` until `settleProcessingIntent` ends them. */
    keepProcessing: (options: FaultPlan) => plan('processing', options),

    dispatcher: {
      /** Nothing is delivered until `release`. */
      pause: () => {
        dispatcher.paused = true;
      },
      resume: () => {
        dispatcher.paused = false;
      },
      /** Every event is delivered so many times, at once; 1 is the normal case. */
      duplicate: (copies: number) => {
        dispatcher.copies = copies;
      },
      shuffle: (on: boolean) => {
        dispatcher.shuffled = on;
      },
      now: () => ({ ...dispatcher }),
    },

    /** Back to nothing going wrong. */
    reset: () => {
      planned = [];
      Object.assign(dispatcher, { paused: false, copies: 1, shuffled: false });
    },

    /** Uses up one planned fault of this kind; its value (ms, status, or 0), or null when none befalls the request. */
    consume(kind: Kind, request: RequestLine): number | null {
      const fault = planned.find((one) => one.kind === kind && one.times > 0 && one.when(request));
      if (!fault) return null;
      fault.times -= 1;
      return fault.value;
    },
  };
}

interface RequestLine {
  method: string;
  path: string;
}

type Kind = 'delay' | 'error' | 'drop' | 'truncate' | 'processing';

interface PlannedFault {
  kind: Kind;
  times: number;
  value: number;
  when: (request: RequestLine) => boolean;
}

interface FaultPlan {
  /** How many of the next requests fail. */
  times: number;
  /** Only these requests; all without it. */
  when?: (request: RequestLine) => boolean;
}

export type SandboxFaults = ReturnType<typeof createSandboxFaults>;

/**
 * Fault injection for tests, in memory: nothing fails until it is planned. Pass it to the server API, the browser API
 * and the webhook dispatcher.
 */
export function createSandboxFaults() {
  let planned: PlannedFault[] = [];
  const dispatcher = { paused: false, copies: 1, shuffled: false };

  const plan = (kind: Kind, { times, when = () => true }: FaultPlan, value = 0): void => {
    planned.push({ kind, times, value, when });
  };

  return {
    /** The work starts `ms` later, with its idempotency key already locked. */
    delayRequests: (options: FaultPlan & { ms: number }) => plan('delay', options, options.ms),
    /** The response is 500 or 429 before anything was done. */
    failRequests: (options: FaultPlan & { status: 429 | 500 }) => plan('error', options, options.status),
    /** Done and committed, then the connection is cut without a response. */
    dropResponses: (options: FaultPlan) => plan('drop', options),
    /** Done and committed, then the connection is cut in the middle of the response. */
    truncateResponses: (options: FaultPlan) => plan('truncate', options),
    /** Confirmations stay `processing` until `settleProcessingIntent` ends them. */
    keepProcessing: (options: FaultPlan) => plan('processing', options),

    dispatcher: {
      /** Nothing is delivered until `resume`. */
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

    /** Removes all planned faults. */
    reset: () => {
      planned = [];
      Object.assign(dispatcher, { paused: false, copies: 1, shuffled: false });
    },

    /** Consumes one planned fault of this kind. Its value (ms, status, or 0), or null when none applies. */
    consume(kind: Kind, request: RequestLine): number | null {
      const fault = planned.find((one) => one.kind === kind && one.times > 0 && one.when(request));
      if (!fault) return null;
      fault.times -= 1;
      return fault.value;
    },
  };
}

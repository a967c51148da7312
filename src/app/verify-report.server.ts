import type { Check } from '#src/invariants/check.server.ts';
import type { CheckResult } from '#src/invariants/run-checks.server.ts';

/** Everything that a run found. `--json` prints it. */
export interface VerifyReport {
  /** What was verified, in words. */
  target: string;
  /** Whether a shop was connected to the database. */
  running: boolean;
  /** What payments were checked against: the card sandbox's ledger, or only the shop's own records. */
  judge: 'ledger' | 'own records';
  checks: CheckResult[];
  /** Unfinished work, which is not a violation by itself. */
  inFlight: Record<string, number>;
  notChecked: readonly { invariant: number; name: string; why: string }[];
  passed: number;
  failed: number;
}

/** Shows the progress of a run. */
export interface VerifyReporter {
  begin(report: Pick<VerifyReport, 'target' | 'running' | 'judge'>, checkCount: number): void;
  start(check: Pick<Check, 'invariant' | 'name'>): void;
  result(result: CheckResult): void;
  end(report: VerifyReport): void;
}

type Out = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';

/** One line per check. On a terminal, another line shows what is being checked, and for how long. */
export function createTextReporter(out: Out): VerifyReporter {
  let done = 0;
  let total = 0;
  let stopDrawing = () => {};

  function draw(title: string): () => void {
    if (!out.isTTY) return () => {};
    const startedAt = performance.now();
    let frame = 0;
    const show = () => {
      const seconds = Math.floor((performance.now() - startedAt) / 1000);
      out.write(
        `\r\x1b[K${FRAMES[frame++ % FRAMES.length]} ${done + 1}/${total} ${title}${seconds ? `  ${seconds} s` : ''}`,
      );
    };
    show();
    const timer = setInterval(show, 100);
    return () => {
      clearInterval(timer);
      out.write('\r\x1b[K');
    };
  }

  return {
    begin({ target, running, judge }, checkCount) {
      total = checkCount;
      const state = running
        ? 'A shop is connected, so unfinished work is an error only once it is overdue.'
        : 'No shop is connected, so unfinished work is not an error.';
      const by = judge === 'ledger' ? 'the card sandbox’s ledger and the shop’s own records' : 'the shop’s own records';
      out.write(`Verifying ${target}, read-only. ${state} Payments are checked against ${by}.\n`);
    },
    start({ invariant, name }) {
      stopDrawing = draw(`${invariant} ${name}`);
    },
    result({ invariant, name, looksAt, rows, violations, subjects, seconds }) {
      stopDrawing();
      done += 1;
      const mark = violations === 0 ? '✓' : '✗';
      const counts = violations === 0 ? `${rows} ${looksAt}` : `${violations} of ${rows} ${looksAt}`;
      out.write(`${mark} ${invariant} ${name}: ${counts}  ${seconds.toFixed(1)} s\n`);
      for (const subject of subjects) out.write(`    ${subject}\n`);
      if (violations > subjects.length) out.write(`    and ${violations - subjects.length} more\n`);
    },
    end({ inFlight, notChecked, passed, failed }) {
      stopDrawing();
      for (const { invariant, name, why } of notChecked) out.write(`– ${invariant} ${name}: not checked, ${why}\n`);
      const unfinished = Object.entries(inFlight).map(([name, count]) => `${count} ${name}`);
      if (unfinished.length) out.write(`Unfinished, but no violation: ${unfinished.join(', ')}\n`);
      out.write(`${passed} checks passed, ${failed} failed\n`);
    },
  };
}

/** One JSON object at the end, for programs. */
export function createJsonReporter(out: Out): VerifyReporter {
  return {
    begin() {},
    start() {},
    result() {},
    end: (report) => void out.write(`${JSON.stringify(report)}\n`),
  };
}

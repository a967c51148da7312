import type { ProblemCode } from '#src/shared/problem.ts';

/** Thrown if there is no place for more work, or no time for this much. The response is 503 with the time to wait. */
export class Overloaded extends Error {
  readonly code: ProblemCode;
  /** In s. */
  readonly retryAfter: number;

  constructor(code: ProblemCode, retryAfter: number) {
    super(`no place: ${code}`);
    this.name = 'Overloaded';
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

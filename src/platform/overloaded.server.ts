import type { ProblemCode } from '#src/shared/problem.ts';

/** Thrown where there is no place for further work, or no time for so much of it. The response is 503 with the time to wait. */
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

/**
 * Why the shop cannot start, in sentences for the person who started it: what is wrong and what to do. The start only
 * prints `message`, without a stack, and exits with 1. Any other error is a bug and keeps its stack.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

import pino from 'pino';

export type Log = pino.Logger;

/**
 * What must never reach a log. Values under these keys are replaced wherever an object is logged;
 * bodies and header maps are never logged whole.
 */
const SECRET_KEYS = [
  'password',
  'token',
  'accessToken',
  'authorization',
  'cookie',
  'clientSecret',
  'client_secret',
  'card',
  'secret',
];

/** Structured JSON lines on standard output. Flushed when the shop ends. */
export function createLog(level: string, destination: pino.DestinationStream = standardOutput()): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), censor: '[removed]' },
      serializers: { err: describeError },
    },
    destination,
  );
}

/** The reader of the log may close the pipe; the shop goes on. */
function standardOutput(): pino.DestinationStream {
  const destination = pino.destination({ sync: false });
  destination.on('error', () => {});
  return destination;
}

/**
 * An error without its attached data. Database errors carry parameters and row values, provider errors carry raw bodies.
 * Either may hold what a person typed.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error === 'string' ? error : 'not an Error' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // The query builder repeats the statement's parameters in its message; they may hold what a person typed.
  const message = error.message.startsWith('Failed query') ? 'Failed query' : error.message;
  const stack = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  return {
    name: error.name,
    message,
    ...(code ? { code } : {}),
    ...(stack ? { stack: stack.slice(0, 12).map((line) => line.trim()) } : {}),
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  };
}

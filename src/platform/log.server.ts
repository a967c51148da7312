import pino from 'pino';

export type Log = pino.Logger;

/**
 * Keys whose values must never be logged. They are replaced wherever an object is logged; bodies and header maps are
 * never logged as a whole.
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

/** Structured JSON lines on standard output. Flushed when the shop ends. `base` is in every line. */
export function createLog(
  level: string,
  destination: pino.DestinationStream = standardOutput(),
  base: { pid: number } | null = null,
): Log {
  return pino(
    {
      level,
      base,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), censor: '[removed]' },
      serializers: { err: describeError },
    },
    destination,
  );
}

/** If the log's reader closes the pipe, the shop keeps running. */
function standardOutput(): pino.DestinationStream {
  const destination = pino.destination({ sync: false });
  destination.on('error', () => {});
  return destination;
}

/**
 * An error without its attached data. Database errors include parameters and row values, provider errors raw bodies;
 * either may contain personal data.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error === 'string' ? error : 'not an Error' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // The query builder repeats the statement's parameters in its message, and they may contain personal data.
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

import * as z from 'zod';
import { dropTrailing } from '#src/shared/drop-trailing.ts';
import { nonEmptyText, url } from './env-source.server.ts';

/** The names are those of OpenTelemetry, so that its documentation applies. */
export const tracingKeys = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: url.transform((value) => dropTrailing(value, '/')).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .max(4_000)
    .transform((value) => value.split(',').map((pair) => splitPair(pair)))
    .refine((pairs) => pairs.every(([name]) => /^[\w-]+$/.test(name)), 'must be headers, such as api-key=abc,team=shop')
    .default([]),
  OTEL_SERVICE_NAME: nonEmptyText.default('ironmonger'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});

export type TracingEnv =
  | { kind: 'off' }
  | { kind: 'otlp'; endpoint: string; headers: Record<string, string>; serviceName: string; sampledShare: number };

export function toTracing(keys: z.output<typeof tracingKeys>): TracingEnv {
  const endpoint = keys.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return { kind: 'off' };
  return {
    kind: 'otlp',
    endpoint,
    headers: Object.fromEntries(keys.OTEL_EXPORTER_OTLP_HEADERS),
    serviceName: keys.OTEL_SERVICE_NAME,
    sampledShare: keys.OTEL_TRACES_SAMPLER_ARG,
  };
}

function splitPair(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=');
  // An empty name is refused.
  return at === -1 ? ['', ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}

import { setTimeout as pause } from 'node:timers/promises';
import type { TracingEnv } from '../env/tracing-env.server.ts';
import type { Log } from '../log.server.ts';
import { VERSION } from '../version.server.ts';
import { traceOutgoingRequests } from './outgoing-requests.server.ts';
import { type Span, setTracer, TRACEPARENT } from './tracing.server.ts';

export interface Tracing {
  /** Sends what is recorded now. Rejects if the collector does not take it. */
  flush(): Promise<void>;
  /** Records nothing more, and sends what is left, for which it waits a second at most. Never rejects. */
  stop(): Promise<void>;
}

/** In ms. A collector that is away must neither fill the log nor delay the end. */
const WARNING_INTERVAL_MS = 60_000;
const EXPORT_TIMEOUT_MS = 5_000;
const MAX_STOP_MS = 1_000;

/**
 * Begins to send traces by OTLP over HTTP, as JSON. Null without an endpoint: the packages are loaded only here, since
 * they would cost every start time and memory.
 */
export async function startTracing(env: TracingEnv, log: Pick<Log, 'warn'>): Promise<Tracing | null> {
  if (env.kind === 'off') return null;
  const [api, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } = api;
  const url = `${env.endpoint}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: env.headers, timeoutMillis: EXPORT_TIMEOUT_MS });
  const send = exporter.export.bind(exporter);
  let warnedAt = Number.NEGATIVE_INFINITY;
  exporter.export = (spans, done) =>
    send(spans, (result) => {
      if (result.error && performance.now() - warnedAt > WARNING_INTERVAL_MS) {
        warnedAt = performance.now();
        log.warn({ err: result.error }, 'traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT');
      }
      done(result);
    });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': env.serviceName, 'service.version': VERSION }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(env.sampledShare) }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  const recorder = provider.getTracer('ironmonger', VERSION);
  /** The SDK's own span of each of ours. */
  const recorded = new WeakMap<Span, import('@opentelemetry/api').Span>();

  function toContext(parent: Span | string | null) {
    if (typeof parent === 'string') {
      const [, traceId = '', spanId = '', flags = '00'] = TRACEPARENT.exec(parent) ?? [];
      const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
      return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
    }
    const span = parent && recorded.get(parent);
    return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT;
  }

  setTracer({
    start({ name, kind, attributes, parent }) {
      const options = { kind: kind === 'server' ? SpanKind.SERVER : SpanKind.CLIENT, attributes };
      const span = recorder.startSpan(name, options, toContext(parent));
      const own: Span = {
        setName: (next) => void span.updateName(next),
        set: (more) => void span.setAttributes(more),
        fail: (type) => void span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
        end: () => span.end(),
      };
      recorded.set(own, span);
      return own;
    },
  });
  const stopOutgoing = traceOutgoingRequests(new URL(url).host);
  return {
    flush: () => provider.forceFlush(),
    async stop() {
      setTracer(null);
      stopOutgoing();
      // What fails is in the log already.
      const sent = provider.shutdown().catch(() => {});
      await Promise.race([sent, pause(MAX_STOP_MS, undefined, { ref: false })]);
    },
  };
}

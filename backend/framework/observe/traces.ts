/** Spans of requests, statements, mails and jobs, sent to a collector by OTLP over HTTP. Its packages are loaded only where OTEL_EXPORTER_OTLP_ENDPOINT names one. */
import type { Attributes, Span } from '@opentelemetry/api';
import type { Logger } from 'pino';

/** What somebody or something begins: all else is a part of one of these. */
export type CauseKind = 'request' | 'job' | 'mail';

export interface TraceSettings {
  /** of the collector, without /v1/traces */
  endpoint: string;
  service: string;
  /** of all that begins here, so large a part is followed: 0 to 1 */
  share: number;
  build: string;
}

export interface Traces {
  /** `parent`: what it is a part of; a job only remembers it, for it goes on when the request has been answered */
  begin: (kind: CauseKind | 'statement', name: string, attributes: Attributes, parent?: Span) => Span;
  end: (span: Span, attributes: Attributes, error?: unknown) => void;
  /** sends what is left, as far as the collector takes it in time */
  close: () => Promise<void>;
}

/** How long a collector may take, ms: a stop waits for the last spans. */
const patience = 2_000;

export async function openTraces({ endpoint, service, share, build }: TraceSettings, log: Logger): Promise<Traces> {
  const [{ diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const complain = (message: string, ...more: unknown[]) => log.warn({ more: more.map(String) }, `traces: ${message}`);
  diag.setLogger({ error: complain, warn: complain, info: () => undefined, debug: () => undefined, verbose: () => undefined }, DiagLogLevel.WARN);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: patience });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': build }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, exportTimeoutMillis: patience })],
  });
  const tracer = provider.getTracer('reelbase');
  const kinds = { request: SpanKind.SERVER, statement: SpanKind.CLIENT, mail: SpanKind.PRODUCER, job: SpanKind.INTERNAL };
  return {
    begin: (kind, name, attributes, parent) => {
      const isPart = parent !== undefined && kind !== 'job';
      const links = parent && !isPart ? [{ context: parent.spanContext() }] : [];
      return tracer.startSpan(name, { kind: kinds[kind], attributes, links }, isPart ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
    },
    end: (span, attributes, error) => {
      span.setAttributes(attributes);
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'failed' });
      span.end();
    },
    close: () => provider.shutdown().catch((error) => log.warn({ err: error }, 'the last traces were not sent')),
  };
}

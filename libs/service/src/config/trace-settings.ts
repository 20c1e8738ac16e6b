import type { TraceSettings } from '@ces/messaging/tracing/span';

interface TraceVariables {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS: string;
  OTEL_TRACES_SAMPLER_ARG: number;
}

/** Undefined without an endpoint: then there are no traces. */
export function traceSettings(service: string, config: TraceVariables): TraceSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER_ARG: share } = config;
  if (endpoint === undefined) return undefined;
  return { service, endpoint, headers: headersOf(OTEL_EXPORTER_OTLP_HEADERS), share };
}

/** `name=value` pairs with commas between them; values may be percent-encoded, as OpenTelemetry specifies. */
function headersOf(pairs: string): Record<string, string> {
  const each = pairs.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    each.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim(), decodeURIComponent(value.join('=').trim())];
    }),
  );
}

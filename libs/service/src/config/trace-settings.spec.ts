import { AppConfig, readConfig } from './config.js';
import { traceSettings } from './trace-settings.js';

const endpoint = 'https://collector.example.com:4318';
const settingsOf = (env: Record<string, string>) => traceSettings('spec', readConfig(AppConfig, env));

describe('the settings of traces', () => {
  it('turn them on with the address of a collector, and not without', () => {
    expect(settingsOf({ OTEL_TRACES_SAMPLER_ARG: '1' })).toBeUndefined();
    expect(settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toBeUndefined();
    expect(settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toEqual({
      service: 'spec',
      endpoint,
      headers: {},
      share: 0.01,
    });
  });

  it('may hold headers, whose values are percent-encoded and may hold =', () => {
    const OTEL_EXPORTER_OTLP_HEADERS = 'authorization=Bearer%20a=,x-tenant=b';
    expect(settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS })?.headers).toEqual({
      authorization: 'Bearer a=',
      'x-tenant': 'b',
    });
  });

  it.each([
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://collector:4317' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'Bearer a' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'a=%' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'a=%ff' },
    { OTEL_TRACES_SAMPLER_ARG: '1.1' },
    { OTEL_TRACES_SAMPLER_ARG: 'all' },
  ])('are refused at the start: %p', (env) => {
    expect(() => readConfig(AppConfig, env)).toThrow(Object.keys(env)[0]);
  });
});

import { catchLogs, type CaughtLogs } from '@ces/testing/catch-logs';
import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { register } from 'prom-client';
import { OtlpRecorder } from './otlp-recorder.js';
import type { TraceSettings } from './span.js';
import { Tracing } from './tracing.js';

const loader = resolve(import.meta.dirname, '../../../testing/src/services/from-source.mjs');
const sampled = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const notSampled = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';
const settings: TraceSettings = { service: 'spec', endpoint: 'http://127.0.0.1:9', headers: {}, share: 1 };

/** Opens a Tracing in a process of its own, and prints the packages of OpenTelemetry that are loaded then. */
const program = (given: TraceSettings | undefined): string => `
  import { registerHooks } from 'node:module';
  const found = new Set();
  registerHooks({ resolve(specifier, context, next) {
    if (specifier.startsWith('@opentelemetry/')) found.add(specifier);
    return next(specifier, context);
  } });
  await import('@ces/service/service.module');
  const { Tracing } = await import('@ces/messaging/tracing/tracing');
  await Tracing.open(${JSON.stringify(given)});
  console.log(JSON.stringify([...found].sort()));
`;

async function packagesWith(given?: TraceSettings): Promise<string[]> {
  const root = resolve(import.meta.dirname, '../../../..');
  const options = ['--import', loader, '--input-type=module', '-e', program(given)];
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: root });
  return JSON.parse(stdout) as string[];
}

/** The values of `ces_spans_total`. */
async function counted(): Promise<{ sent: number; lost: number }> {
  const { values } = (await register.getSingleMetric('ces_spans_total')?.get()) ?? { values: [] };
  const [sent = 0, lost = 0] = ['sent', 'lost'].map((end) => values.find(({ labels }) => labels['end'] === end)?.value);
  return { sent, lost };
}

describe('Tracing', () => {
  let logs: CaughtLogs;
  const recorders: OtlpRecorder[] = [];

  beforeAll(() => {
    logs = catchLogs();
  });

  // Spans that a test leaves are lost seconds later, and would count in another test.
  afterEach(() => Promise.all(recorders.splice(0).map((recorder) => recorder.close())));

  function newRecorder(): OtlpRecorder {
    const recorder = new OtlpRecorder(settings);
    recorders.push(recorder);
    return recorder;
  }

  it('loads OpenTelemetry only where it is on, but for the interfaces that prom-client always loads', async () => {
    const [off, on] = [await packagesWith(), await packagesWith(settings)];
    expect(off).toEqual(['@opentelemetry/api']);
    expect(on).toEqual(expect.arrayContaining(['@opentelemetry/sdk-trace', '@opentelemetry/exporter-trace-otlp-http']));
  });

  it('makes no span while it is off', async () => {
    const tracing = await Tracing.open(undefined);
    expect(tracing.on).toBe(false);
    expect(tracing.begin('server', () => 'a', undefined)).toBeUndefined();
    expect(tracing.follow('client', 'a', sampled)).toBeUndefined();
    expect(tracing.link('client', 'a', '1'.repeat(32), [sampled])).toBeUndefined();
  });

  it('begins traces for its share of requests, and keeps the decision of a caller', () => {
    const recorder = newRecorder();
    const [all, none] = [new Tracing(recorder, 1), new Tracing(recorder, 0)];
    const begin = (tracing: Tracing, caller?: string) => tracing.begin('server', () => 'a', caller)?.traceparent;
    expect(begin(all)).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(begin(none)).toBeUndefined();
    for (const tracing of [all, none]) {
      expect(begin(tracing, sampled)?.slice(0, 36)).toBe(sampled.slice(0, 36));
      expect(begin(tracing, sampled)).not.toBe(sampled);
      expect(begin(tracing, notSampled)).toBeUndefined();
    }
  });

  it('gives each item of a set a span in its own trace, and none to an item without one', async () => {
    const tracing = new Tracing(newRecorder(), 1);
    const spans = {
      kind: 'consumer' as const,
      attributes: {},
      nameOf: () => 'a',
      traceOf: (item: string) => item,
      withTrace: (_: string, traceparent: string) => traceparent,
    };
    const [first, second, third] = await tracing.inEach(spans, [sampled, notSampled, ''], (items) =>
      Promise.resolve(items),
    );
    expect([first?.slice(0, 36), second, third]).toEqual([sampled.slice(0, 36), notSampled, '']);
    expect(first).not.toBe(sampled);
  });

  it('sends its last spans when the process ends, to the path and with the headers of the collector', async () => {
    const requests: IncomingMessage[] = [];
    const collector = createServer((request, response) => {
      requests.push(request);
      response.writeHead(200).end('{}');
    });
    await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
    const tracing = await Tracing.open({ ...settings, endpoint, headers: { authorization: 'Bearer x' } });
    tracing.begin('server', () => 'a', undefined)?.end({});
    await tracing.onApplicationShutdown();
    collector.close();
    collector.closeAllConnections();
    expect(requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([['/v1/traces', 'Bearer x']]);
  });

  it('lets only its share of the traces be recorded whose callers may not decide, under their ids', () => {
    const recorder = newRecorder();
    const decided = (share: number, caller: string) => new Tracing(recorder, share).decide(caller);
    for (const caller of [sampled, notSampled]) {
      expect(decided(1, caller)).toBe(`${caller.slice(0, -2)}01`);
      expect(decided(0, caller)).toBe(`${caller.slice(0, -2)}00`);
    }
    expect(decided(0, sampled.replace(/01$/, '03'))).toBe(sampled.replace(/01$/, '02'));
  });

  it('neither fails nor waits for ever while the collector refuses, hangs or is away, and counts what is lost', async () => {
    const refusing = createServer((_, response) => response.writeHead(400).end());
    const hanging = createServer(() => undefined);
    const urls = await Promise.all(
      [refusing, hanging].map(async (server) => {
        await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
        return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      }),
    );
    for (const [index, endpoint] of [...urls, settings.endpoint].entries()) {
      const before = await counted();
      const tracing = await Tracing.open({ ...settings, endpoint });
      for (let i = 0; i < 10; i += 1) tracing.begin('server', () => 'a', undefined)?.end({});
      const begun = performance.now();
      await tracing.onApplicationShutdown();
      // The limit is one second. An export may take five.
      expect(performance.now() - begun).toBeLessThan(4_000);
      const { sent, lost } = await counted();
      expect([index, sent - before.sent, lost - before.lost]).toEqual([index, 0, 10]);
    }
    for (const server of [refusing, hanging]) {
      server.close();
      server.closeAllConnections();
    }
    expect(JSON.stringify(logs.warnings)).toContain('the collector takes no traces');
  });

  it('counts the spans for which no room is left while the collector hangs, and at its end all others', async () => {
    const hanging = createServer(() => undefined);
    await new Promise<void>((done) => hanging.listen(0, '127.0.0.1', done));
    const endpoint = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
    const before = await counted();
    const tracing = await Tracing.open({ ...settings, endpoint });
    for (let i = 0; i < 10_000; i += 1) tracing.begin('server', () => 'a', undefined)?.end({});
    // The first 1,024 are on their way, and 8,192 wait.
    expect((await counted()).lost - before.lost).toBe(10_000 - 1_024 - 8_192);
    await tracing.onApplicationShutdown();
    tracing.begin('server', () => 'a', undefined)?.end({});
    hanging.close();
    hanging.closeAllConnections();
    const { sent, lost } = await counted();
    expect([sent - before.sent, lost - before.lost]).toEqual([0, 10_001]);
  });
});

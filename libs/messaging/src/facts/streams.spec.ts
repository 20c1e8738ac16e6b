import { Nats } from '../nats.js';
import { privateNats } from '@ces/testing/servers/private-nats';
import type { PrivateServer } from '@ces/testing/servers/private-server';
import type { JetStreamManager } from '@nats-io/jetstream';
import { DiscardPolicy } from '@nats-io/jetstream';
import { register } from 'prom-client';
import { DataSource } from 'typeorm';
import { Transactions } from '../storage/transactions.js';
import { RelayStateStore } from './publish/relay-state.store.js';
import { watchFill } from './publish/stream-fill.js';
import { scrubStream } from './scrub-stream.js';
import { changesOf, ensureStream, idOf } from './streams.js';

describe('ensureStream', () => {
  let server: PrivateServer;
  let manager: JetStreamManager;
  const all: Nats[] = [];

  const owner = (settings: { streamMebibytes?: number }) => {
    const nats = new Nats({ url: server.url, namespace: 'spec', service: 'spec', replicas: 1, ...settings });
    all.push(nats);
    return nats;
  };

  beforeAll(async () => {
    server = await privateNats();
    manager = await owner({}).manager();
  });

  afterAll(async () => {
    for (const nats of all) await nats.onApplicationShutdown();
    await server.stop();
  });

  const mib = 1_024 * 1_024;
  const complaints: string[] = [];
  const ensure = (source: string, streamMebibytes: number) =>
    ensureStream(manager, owner({ streamMebibytes }), source, (reason) => complaints.push(reason));
  const old = async (source: string, payloadBytes: number) => {
    await manager.streams.add({ name: `spec-${source}`, subjects: [`spec.fact.${source}.>`] });
    const connection = await owner({}).connection();
    await connection.request(`spec.fact.${source}.x`, new Uint8Array(payloadBytes));
  };

  it('makes a stream that refuses facts when it is full, and raises its size but never lowers it', async () => {
    const made = await ensure('fresh', 16);
    expect(made.config).toMatchObject({ max_bytes: 16 * mib, discard: DiscardPolicy.New });
    expect((await ensure('fresh', 32)).config.max_bytes).toBe(32 * mib);
    expect((await ensure('fresh', 16)).config.max_bytes).toBe(32 * mib);
    expect(idOf(await ensure('fresh', 16))).toBe(idOf(made));
    expect(complaints).toEqual([]);
  });

  it('makes one stream when several replicas make it at the same moment', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => ensure('contested', 16)));
    expect(new Set(made.map(idOf))).toEqual(new Set([idOf(await ensure('contested', 16))]));
  });

  it('lets a stream of an earlier version have a limit and an id, and its messages stay', async () => {
    await old('earlier', 1_000);
    const { config, state } = await ensure('earlier', 16);
    expect(config).toMatchObject({ max_bytes: 16 * mib, discard: DiscardPolicy.New });
    expect(config.metadata).toMatchObject({ 'ces-stream-id': expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(state.messages).toBe(1);
  });

  it('gives no limit to a stream that nearly reaches it, says so, and shows it as full', async () => {
    await old('large', 900_000);
    const info = await ensure('large', 1);
    expect(info.config.max_bytes).toBe(-1);
    expect(complaints.splice(0)).toEqual([expect.stringMatching(/^stream spec-large has no limit.*NATS_STREAM_MIB/)]);
    const reader = owner({});
    await reader.connection();
    const unwatch = ['large', 'earlier'].map((source) => watchFill(reader, `spec-${source}`));
    const { values } = (await register.getSingleMetric('ces_stream_fill_ratio')?.get()) ?? { values: [] };
    const fillOf = (stream: string) => values.find(({ labels }) => labels['stream'] === stream)?.value;
    expect(fillOf('spec-large')).toBe(1);
    expect(fillOf('spec-earlier')).toBeCloseTo(1_000 / (16 * mib), 4);
    for (const end of unwatch) end();
  });

  it('is not called by the erasure, which waits for the relay to make a missing stream', async () => {
    const state = new RelayStateStore(new Transactions(new DataSource({ type: 'postgres' })));
    expect(await scrubStream(owner({}), state, 'absent', 'spec.fact.absent.>', 'user', '')).toBe('needed');
    await expect(manager.streams.info('spec-absent')).rejects.toThrow('stream not found');
  });

  it('says what NATS refuses, and makes the other changes', async () => {
    await old('greedy', 1_000);
    const info = await ensure('greedy', 1_024 * 1_024);
    expect(info.config).toMatchObject({ max_bytes: -1, metadata: { 'ces-stream-id': expect.any(String) } });
    expect(complaints.splice(0)).toEqual([
      expect.stringMatching(/^stream spec-greedy cannot be changed to .*"max_bytes":1099511627776.*: insufficient/),
    ]);
  });
});

describe('changesOf', () => {
  const wanted = { num_replicas: 1, max_age: 100, max_bytes: 100, discard: DiscardPolicy.New };
  const changes = (config: object, bytes = 0) =>
    changesOf(
      { config: { ...wanted, metadata: { 'ces-stream-id': 'x' }, ...config }, state: { bytes } } as never,
      wanted as never,
    );

  it.each([
    [{}, []],
    [{ num_replicas: 3 }, []],
    [{ max_age: 200 }, []],
    [{ max_age: 0 }, []],
    [{ max_bytes: 200 }, []],
    [{ max_age: 50 }, [{ max_age: 100 }]],
    [{ max_bytes: 50 }, [{ discard: DiscardPolicy.New, max_bytes: 100 }]],
    [{ discard: DiscardPolicy.Old }, [{ discard: DiscardPolicy.New }]],
  ])('of %j are %j', (config, expected) => {
    expect(changes(config)).toEqual(expected);
  });
});

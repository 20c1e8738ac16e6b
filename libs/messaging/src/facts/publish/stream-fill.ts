import { Gauge } from 'prom-client';
import type { Nats } from '../../nats.js';

/** Prometheus waits for ten seconds. */
const questionMs = 1_500;

interface Watched {
  nats: Nats;
  stream: string;
}

const watched = new Set<Watched>();

new Gauge({
  name: 'ces_stream_fill_ratio',
  help: 'Bytes in a stream of this service by its max_bytes; 1 for a stream without max_bytes. A full stream takes no facts',
  labelNames: ['stream'],
  async collect() {
    const found = await Promise.all(
      [...watched].map(async (each) => [each.stream, await fillOf(each).catch(() => undefined)] as const),
    );
    this.reset();
    for (const [stream, fill] of found) if (fill !== undefined) this.set({ stream }, fill);
  },
});

/** Shows the stream's fill in the metrics of this process, which must be allowed to read the stream. The result ends it. */
export function watchFill(nats: Nats, stream: string): () => void {
  const each = { nats, stream };
  watched.add(each);
  return () => watched.delete(each);
}

async function fillOf({ nats, stream }: Watched): Promise<number | undefined> {
  if (!nats.connected) return undefined;
  const { config, state } = await (await nats.manager(questionMs)).streams.info(stream);
  return config.max_bytes < 0 ? 1 : state.bytes / config.max_bytes;
}

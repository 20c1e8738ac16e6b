import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import { withClient } from '../ingest/ceiling-database.ts';
import type { Load, Outcome } from '../ingest/load.ts';
import { eventName, type IngestSetup } from '../ingest/prepare-ingest.ts';
import { startWorker } from '../worker.ts';
import { importFile, type Target } from './import-file.ts';

export interface BesideIngest {
  /** Events a second: half of the maximum. */
  rate: number;
  alone: Outcome;
  beside: Outcome;
  files: number;
}

/** The same load of events twice: alone, and while files are uploaded and processed one after the other. */
export async function measureBesideIngest(
  stack: Stack,
  { token, users }: IngestSetup,
  { target, file, seconds }: { target: Target; file: Buffer; seconds: number },
  signal: AbortSignal,
): Promise<BesideIngest> {
  const generator = startWorker<Load, Outcome>(new URL('../ingest/generate-load.ts', import.meta.url), signal);
  const load = { port: Number(new URL(stack.describe().base_url).port), token, users, eventName, connections: 64 };
  try {
    // Old files of the log are used again from now on, as in an installation that has run for a while. Commits wait for new ones.
    await withClient(stack.privateUrls.postgres, (client) => client.query('CHECKPOINT'));
    await generator.ask({ ...load, seconds: 2 });
    const { perSecond } = await generator.ask({ ...load, seconds });
    const rate = Math.max(1, Math.floor(perSecond / 2));
    const alone = await generator.ask({ ...load, seconds, rate });
    const ended = new AbortController();
    let files = 0;
    const uploads = (async () => {
      for (; !ended.signal.aborted; files += 1) await importFile(target, file, signal);
    })();
    const beside = await generator.ask({ ...load, seconds, rate });
    ended.abort();
    await uploads;
    return { rate, alone, beside, files };
  } finally {
    await generator.stop();
  }
}

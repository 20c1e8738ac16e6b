import type { Client } from 'pg';
import { median } from '../median.ts';
import { copyAlone, runBare } from './bare.ts';
import { ownerOf } from './connections.ts';
import { renewFile, type Counts, type Imported, type Target } from './import-file.ts';

/** A segment whose file comes again with one percent of its lines replaced. */
export interface OnePercent {
  name: string;
  /** COPY of the new file in bare SQL. */
  copySeconds: number;
  /** The first file of the segment. */
  wholeSeconds: number;
  renewedUploadSeconds: number;
  renewedSeconds: number;
  wrong: string[];
}

interface Run {
  before: Buffer;
  identifiers: number;
  connections: number;
  rounds: number;
}

export async function measureOnePercent(
  bare: Client,
  target: Target,
  { before, identifiers, connections, rounds }: Run,
  signal: AbortSignal,
): Promise<OnePercent> {
  const after = change(before, connections);
  const expected = (await runBare(bare, target.provider, after)).counts;
  const pairs: { copySeconds: number; whole: Imported; renewed: Imported }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const copySeconds = await copyAlone(bare, after);
    pairs.push({ copySeconds, ...(await renewFile(target, { before, after }, signal)) });
  }
  const of = (figure: (pair: (typeof pairs)[number]) => number): number => median(pairs.map(figure));
  return {
    name: identifiers.toLocaleString('en'),
    copySeconds: of((pair) => pair.copySeconds),
    wholeSeconds: of(({ whole }) => whole.seconds),
    renewedUploadSeconds: of(({ renewed }) => renewed.uploadSeconds),
    renewedSeconds: of(({ renewed }) => renewed.seconds),
    wrong: pairs.flatMap(({ renewed }) => differences(renewed.counts, expected)),
  };
}

/** Replaces each hundredth line; every second new line is connected. */
function change(file: Buffer, connections: number): Buffer {
  const lines = file.toString().split('\n');
  for (let index = 0, changed = 0; index < lines.length - 1; index += 100, changed += 1) {
    lines[index] = changed % 2 === 0 ? ownerOf(connections - changed) : `changed-${String(changed).padStart(9, '0')}`;
  }
  return Buffer.from(lines.join('\n'));
}

function differences(counts: Counts, expected: Counts): string[] {
  const [is, should] = [JSON.stringify(counts), JSON.stringify(expected)];
  return is === should ? [] : [`${is} instead of ${should} after a change of 1 %`];
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { ExternalSegment } from '../../../libs/contracts/src/segments/segments.ts';
import { ownerOf } from './connections.ts';

export interface Counts {
  external: number;
  internal: number;
}

export interface Target {
  baseUrl: string;
  token: string;
  provider: string;
}

export interface Imported {
  /** Until row 28 answered, when the file is on disk. */
  uploadSeconds: number;
  /** Until row 30 said `processed`. */
  seconds: number;
  counts: Counts;
}

const path = '/api/1/external-segmentation/external-segment';

/** Distinct owners in random order; every second one is connected. */
export function fileOf(count: number, connections: number): Buffer {
  const lines = Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? `${ownerOf(1 + ((index / 2) % connections))}\n` : `unknown-${String(index).padStart(9, '0')}\n`,
  );
  for (let last = lines.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [lines[last], lines[other]] = [lines[other] ?? '', lines[last] ?? ''];
  }
  return Buffer.from(lines.join(''));
}

/** The worst case of duplicates: one connected owner in every line. */
export function fileOfOne(count: number): Buffer {
  return Buffer.from(`${ownerOf(1)}\n`.repeat(count));
}

/** Rows 28, 30 and 32. */
export async function importFile(target: Target, file: Buffer, signal: AbortSignal): Promise<Imported> {
  const headers = { Authorization: `Bearer ${target.token}` };
  const form = new FormData();
  form.set('title', 'Bench');
  form.set('identifier', target.provider);
  form.set('file', new Blob([new Uint8Array(file)], { type: 'text/csv' }), 'bench.csv');
  const begun = performance.now();
  const answer = await fetch(`${target.baseUrl}${path}`, { method: 'POST', headers, body: form, signal });
  if (answer.status !== 200) throw new Error(`the file was not taken: ${answer.status} ${await answer.text()}`);
  const uploaded = performance.now();
  let segment = (await answer.json()) as ExternalSegment;
  const url = `${target.baseUrl}${path}/${segment.id}`;
  while (segment.state !== 'processed') {
    await sleep(10, undefined, { signal });
    segment = (await (await fetch(url, { headers, signal })).json()) as ExternalSegment;
  }
  const done = performance.now();
  await fetch(url, { method: 'DELETE', headers, signal });
  return {
    uploadSeconds: (uploaded - begun) / 1_000,
    seconds: (done - begun) / 1_000,
    counts: { external: segment.externalUserCount, internal: segment.internalUserCount },
  };
}

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
  const { id, imported } = await upload(target, file, signal);
  await forget(target, id, signal);
  return imported;
}

/** Rows 28 and 30, then 31 and 30 with another file of the same segment. */
export async function renewFile(
  target: Target,
  { before, after }: { before: Buffer; after: Buffer },
  signal: AbortSignal,
): Promise<{ whole: Imported; renewed: Imported }> {
  const { id, imported: whole } = await upload(target, before, signal);
  const { imported: renewed } = await upload(target, after, signal, id);
  await forget(target, id, signal);
  return { whole, renewed };
}

async function upload(
  target: Target,
  file: Buffer,
  signal: AbortSignal,
  segmentId?: string,
): Promise<{ id: string; imported: Imported }> {
  const headers = { Authorization: `Bearer ${target.token}` };
  const form = new FormData();
  form.set('title', 'Bench');
  form.set('identifier', target.provider);
  form.set('file', new Blob([new Uint8Array(file)], { type: 'text/csv' }), 'bench.csv');
  const begun = performance.now();
  const to = `${target.baseUrl}${path}${segmentId === undefined ? '' : `/${segmentId}`}`;
  const answer = await fetch(to, { method: 'POST', headers, body: form, signal });
  if (answer.status !== 200) throw new Error(`the file was not taken: ${answer.status} ${await answer.text()}`);
  const onDisk = performance.now();
  let segment = (await answer.json()) as ExternalSegment;
  const url = `${target.baseUrl}${path}/${segment.id}`;
  while (segment.state !== 'processed') {
    await sleep(10, undefined, { signal });
    segment = (await (await fetch(url, { headers, signal })).json()) as ExternalSegment;
  }
  const done = performance.now();
  const imported = {
    uploadSeconds: (onDisk - begun) / 1_000,
    seconds: (done - begun) / 1_000,
    counts: { external: segment.externalUserCount, internal: segment.internalUserCount },
  };
  return { id: segment.id, imported };
}

async function forget({ baseUrl, token }: Target, id: string, signal: AbortSignal): Promise<void> {
  await fetch(`${baseUrl}${path}/${id}`, { method: 'DELETE', headers: { Authorization: `Bearer ${token}` }, signal });
}

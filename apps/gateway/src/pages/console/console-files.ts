import { globSync, readFileSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { hash } from 'node:crypto';
import { acceptedEncoding, type Encoding } from '../../http/parameters/accepted-encoding.js';

export interface ConsoleFile {
  type: string;
  tag: string;
  content: Buffer;
  /** Made at the first request, and kept: a file never changes while the gateway runs. */
  packed: Partial<Record<Encoding, Buffer>>;
}

/** The folder has the same place beside the sources and beside what is built from them. */
const builtConsole = resolve(import.meta.dirname, '../../../../console');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.md': 'text/markdown; charset=utf-8',
};
const packs = { br: brotliCompressSync, gzip: gzipSync };

/** Reads the built console once. It is empty if there is none: the sources have no `assets`. */
export function readConsole(folder = builtConsole): Map<string, ConsoleFile> {
  const files = globSync(['index.html', '*.{svg,md}', 'assets/*'], { cwd: folder });
  if (!files.some((file) => file.startsWith('assets/'))) return new Map();
  const readable = files.filter((file) => statSync(join(folder, file)).isFile());
  return new Map(readable.map((file) => [file, read(folder, file)]));
}

function read(folder: string, file: string): ConsoleFile {
  const content = readFileSync(join(folder, file));
  const type = types[extname(file)] ?? 'application/octet-stream';
  return { type, content, tag: `"${hash('sha256', content, 'base64url').slice(0, 27)}"`, packed: {} };
}

/** The content as the browser takes it. Fonts are compressed already. */
export function packedFor(file: ConsoleFile, accepted: string): { encoding?: Encoding; body: Buffer } {
  const encoding = acceptedEncoding(accepted);
  if (encoding === undefined || file.type.startsWith('font/') || file.content.length < 1_024) {
    return { body: file.content };
  }
  return { encoding, body: (file.packed[encoding] ??= packs[encoding](file.content)) };
}

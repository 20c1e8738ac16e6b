/** A file to upload. A `Blob` (in Node `await openAsBlob(path)`) is read from the disk as it is sent, and may be sent again. */
export type FileToSend = Blob | string | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;

interface Form {
  body: FormData | ReadableStream<Uint8Array>;
  headers: Record<string, string>;
}

/** A multipart form whose last part is the file. Platforms build forms of blobs; a stream needs one written by hand. */
export function formWith(
  fields: Record<string, string | undefined>,
  file: FileToSend,
  { name, type }: { name: string; type: string },
): Form {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  if (typeof file === 'string' || file instanceof Blob) {
    const body = new FormData();
    for (const [field, value] of given) body.set(field, value);
    body.set('file', new Blob([file], { type }), file instanceof File ? file.name : name);
    return { body, headers: {} };
  }
  const boundary = `ces-${crypto.randomUUID()}`;
  const part = (field: string, more = ''): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"${more}\r\n`;
  const head = given.map(([field, value]) => `${part(field)}\r\n${value}\r\n`).join('');
  const opening = `${head}${part('file', `; filename="${name}"`)}content-type: ${type}\r\n\r\n`;
  return {
    body: streamOf(chunksOf(opening, file, `\r\n--${boundary}--\r\n`)),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

async function* chunksOf(
  head: string,
  file: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>,
  tail: string,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  yield encoder.encode(head);
  for await (const chunk of 'getReader' in file ? readAll(file) : file)
    yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
  yield encoder.encode(tail);
}

/** Not every platform iterates over a stream by itself. */
async function* readAll(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

function streamOf(chunks: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return();
    },
  });
}

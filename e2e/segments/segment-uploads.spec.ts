import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { Platform } from '../platform/platform.js';
import { eventually } from '@ces/testing/eventually';
import { connect as openSocket, type Socket } from 'node:net';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { formOf, importAndProcess, path, sendForm } from '@ces/testing/gateway/segment-forms';

describe('the upload of a segment file', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'segments');
  });

  afterAll(() => platform.stop());

  const send = (file: string | Uint8Array<ArrayBuffer>) =>
    sendForm(platform, path, formOf({ title: 'Readers', identifier: 'acme', file }));
  const rows = <T>(sql: string) => platform.segments.get(DataSource).query<T[]>(sql);
  const linesOf = ({ body }: ApiAnswer) =>
    (body as { errors: { detail: string }[] }).errors.map(({ detail }) => detail.split(':', 1)[0]);

  /** Rows of uploads that were not imported, and tables without such a row. */
  const leftovers = async () => [
    await rows(`SELECT id FROM file WHERE state = 'uploading'`),
    await rows(`SELECT tablename FROM pg_tables WHERE tablename ~ '^file_' AND substr(tablename, 6) NOT IN
                  (SELECT replace(id::text, '-', '') FROM file)`),
  ];

  it.each([
    ['LF', 'a1\nb1\n', 2],
    ['CRLF and no end', 'a1\r\nb1', 2],
    ['a BOM', '\ufeffa1\nb1\n', 2],
    ['blank lines and spaces', '\n  a1 \n\n\t\n b1\n\n', 2],
    ['quotes', '"a,1"\n"b""1"\n', 2],
    [
      'spaces: those in quotes are part of the identifier, those outside are not',
      'a1\n a1 \n "a1" \n" a1"\n"a1 "\n',
      3,
    ],
    ['duplicates', 'a1\nb1\na1\n"a1"\n a1\n', 2],
    ['a first line that looks like a header, and is an identifier', 'user_id\na1\n', 2],
    ['what COPY would misread', '\\N\n\\.\na\\tb\na\tb\n\\\n', 5],
    ['a file of one', 'a1', 1],
    ['upper and lower case', 'a1\nA1\n', 2],
    ['255 characters outside of the first plane', `${'👍'.repeat(255)}\n`, 1],
    [
      'duplicates that are far apart',
      `${Array.from({ length: 12_000 }, (_, n) => `n${n % 7_000}`).join('\n')}\n`,
      7_000,
    ],
  ])('row 28 understands %s', async (_what, file, count) => {
    expect(await importAndProcess(platform, file)).toMatchObject({ externalUserCount: count, internalUserCount: 0 });
  });

  it.each<[string, string | Uint8Array<ArrayBuffer>, string[]]>([
    ['a second column', 'a\nb,c\nd\n', ['line 2']],
    ['a line break within a cell', 'a\n"b\nc"\n', ['line 2', 'line 3']],
    ['line ends of CR alone', 'a\rb\rc\r', ['line 1']],
    ['an open quote, and not a semicolon', 'a;b\n"c\n', ['line 2']],
    ['a NUL', 'a\0b\n', ['line 1']],
    ['invalid UTF-8', new Uint8Array([0x61, 0x0a, 0xff, 0xfe, 0x0a]), ['line 2']],
    ['more than 255 characters', `a\n${'x'.repeat(256)}\n`, ['line 2']],
    ['an empty file', '', ['line 1']],
    ['a file of blank lines', '\n \r\n', ['line 1']],
    ['a file of empty quotes', '""', ['line 1']],
    ['junk', new Uint8Array(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')), ['line 1', 'line 3']],
    ['a fault after many good lines', `${'good\n'.repeat(20_000)}a,b\n`, ['line 20001']],
  ])('row 28 refuses %s with 422, names the lines and keeps nothing', async (_what, file, lines) => {
    const answer = await send(file);
    expect(answer).toMatchObject({ status: 422, body: { code: 'csv-invalid' } });
    expect(linesOf(answer)).toEqual(lines);
    expect(await leftovers()).toEqual([[], []]);
  });

  it('row 28 names the first hundred faults', async () => {
    const answer = await send('a,b\n'.repeat(1_000));
    expect(linesOf(answer)).toEqual(Array.from({ length: 100 }, (_, n) => `line ${n + 1}`));
  });

  const part = (name: string, value: string, more = '') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const texts = part('title', 'T') + part('identifier', 'acme');
  const file = part('file', 'a\nb', '; filename="a.csv"');

  it.each([
    ['no boundary', 'multipart/form-data', `${texts}${file}--b--\r\n`],
    ['an empty boundary', 'multipart/form-data; boundary=', `${texts}${file}--b--\r\n`],
    ['another boundary', 'multipart/form-data; boundary=c', `${texts}${file}--b--\r\n`],
    ['an end in the middle of the file', 'multipart/form-data; boundary=b', `${texts}${file.slice(0, -4)}`],
    ['an end after a header', 'multipart/form-data; boundary=b', `${texts}--b\r\nContent-Disposition: form-data`],
    ['a part without a header', 'multipart/form-data; boundary=b', `${texts}--b\r\nxx\r\n--b--\r\n`],
    [
      'a part without a name',
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: form-data; filename="a"\r\n\r\na\r\n--b--\r\n`,
    ],
    ['no part at all', 'multipart/form-data; boundary=b', '--b--\r\n'],
    ['two files', 'multipart/form-data; boundary=b', `${texts}${file}${file}--b--\r\n`],
    [
      'a file under another name',
      'multipart/form-data; boundary=b',
      `${texts}${file.replace('"file"', '"data"')}--b--\r\n`,
    ],
    ['the file as text', 'multipart/form-data; boundary=b', `${texts}${part('file', 'a')}--b--\r\n`],
    ['too many parts', 'multipart/form-data; boundary=b', `${part('x', 'y').repeat(30)}${file}--b--\r\n`],
    ['nothing', 'multipart/form-data; boundary=b', ''],
    [
      'a field that would be an endless list',
      'multipart/form-data; boundary=b',
      `${part('x[4294967294]', 'y')}${texts}${file}--b--\r\n`,
    ],
  ])('row 28 refuses a form with %s with 400, and keeps nothing', async (_what, type, body) => {
    const answer = await platform.api.send('POST', path, { body, headers: { 'Content-Type': type } });
    expect(answer.status).toBe(400);
    await eventually(async () => {
      expect(await leftovers()).toEqual([[], []]);
    });
  });

  /** Announces a longer file, and leaves the request open. */
  const begin = (lines: string): Socket => {
    const socket = openSocket(Number(new URL(platform.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${platform.api.bearer}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000000\r\n\r\n${texts}` +
        `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${lines}`,
    );
    return socket;
  };
  /** The answer comes before the rest of the file is sent. */
  const answerTo = async (lines: string): Promise<string> => {
    const socket = begin(lines);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    await eventually(() => {
      expect(answer).toMatch(/"request_id"/);
    });
    socket.destroy();
    return answer;
  };

  it('row 28 stops reading at the hundredth fault', async () => {
    expect(await answerTo('a,b\n'.repeat(200_000))).toMatch(/^HTTP\/1.1 422 [^]*line 100:/);
  });

  it('keeps no file, connection or row of a hundred uploads that are broken off', async () => {
    // Multer without a storage engine would name files like this. Other programs write files here, too.
    const stored = () => readdirSync(tmpdir()).filter((name) => /^[0-9a-f]{32}$/.test(name));
    const before = stored();
    const line = 'identifier-of-a-user\n';
    let open = 0;
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const socket = begin(line.repeat(200 * index));
        open += 1;
        socket.on('close', () => (open -= 1));
        await sleep(10 * index);
        socket.destroy();
      }),
    );
    await eventually(() => {
      expect(open).toBe(0);
    });
    // Sessions of the services come and go; a session that an upload left behind would stay.
    const [{ now } = { now: '' }] = await rows<{ now: string }>('SELECT clock_timestamp()::text AS now');
    await eventually(async () => {
      const left = await rows<object>(
        `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND xact_start < '${now}'`,
      );
      expect(left).toEqual([]);
    });
    await eventually(async () => {
      expect(await leftovers()).toEqual([[], []]);
    }, 45_000);
    expect(stored()).toEqual(before);
    expect((await send('a\n')).status).toBe(200);
  });

  it('answers 503 while the segments service is away', async () => {
    await platform.without('segments', async () => {
      const answer = await send('a\n');
      expect(answer).toMatchObject({ status: 503, body: { code: 'service-unavailable' } });
      expect(answer.headers.get('Retry-After')).toBe('1');
      expect(await answerTo('good\n'.repeat(200_000))).toMatch(/^HTTP\/1.1 503 [^]*"service-unavailable"/);
    });
  });
});

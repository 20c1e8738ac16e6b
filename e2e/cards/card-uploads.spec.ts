import type { IssuedCards } from '@ces/contracts/cards/card-administration';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { begun } from '@ces/testing/gateway/registrations';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';

describe('issuing cards by CSV', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  const admin = '/api/1/admin';
  const code = (answer: ApiAnswer) => [answer.status, (answer.body as { code?: string }).code];
  const fresh = () => `61${randomUUID()}`;
  const linesOf = (answer: ApiAnswer) =>
    (answer.body as { errors: { detail: string }[] }).errors.map(({ detail }) => detail.split(':', 1)[0]);
  const rows = (sql: string) => platform.cards.get(DataSource).query<{ n: string }[]>(sql);

  const send = (csv: string | Buffer, fields: object = {}, headers: Record<string, string> = {}) => {
    const form = new FormData();
    form.set('file', new Blob([csv], { type: 'text/csv' }), 'cards.csv');
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    return platform.api.send('POST', `${admin}/cards`, { body: form, headers });
  };
  const waiting = async () => (await rows('SELECT count(*) AS n FROM card_import_number'))[0]?.n;

  it('makes cards of all numbers of a file with any line ends, quotes and a byte order mark', async () => {
    const gold = { name: randomUUID(), tiers: [{ name: 'Gold' }] };
    await platform.api.post(`${admin}/card-definitions`, gold);
    const [a, b, c] = [fresh(), fresh(), fresh()];
    const answer = await send(`\ufeff${a}\r\n\r\n  "${b}"\n${c}`, {
      definition: gold.name,
      expiration: '2090-01-01T00:00:00Z',
    });
    expect(answer).toMatchObject({
      status: 201,
      body: { issued: 3, cards: [{ identifier: a, tier: 'Gold' }, { identifier: b }, { identifier: c }] },
    });
    const { auth_nonce } = await begun(platform);
    expect(await platform.api.post('/api/1/card/add', { auth_nonce, identifier: b })).toMatchObject({
      status: 200,
      body: { expiration: '2090-01-01T00:00:00.000+00:00' },
    });
    expect(await waiting()).toBe('0');
  });

  it.each([
    ['a second column', 'one,two\n', ['line 1']],
    ['a line break within a cell', 'one\n"two\nthree"\n', ['line 2', 'line 3']],
    ['a space within quotes at the end of a number', '"one "\n', ['line 1']],
    ['invalid UTF-8', Buffer.from([0x61, 0x0a, 0xff, 0x0a]), ['line 2']],
    ['a malformed number', `ok-${randomUUID()}\nünï\n`, ['line 2']],
    ['a number twice', 'twice\nonce\ntwice\n', ['line 3']],
    ['nothing', '\n\n', ['line 1']],
    ['empty quotes', '""\n', ['line 1']],
  ])('refuses a file with %s, and keeps nothing', async (_what, csv, lines) => {
    const before = await rows('SELECT count(*) AS n FROM card');
    const answer = await send(csv);
    expect(code(answer)).toEqual([422, 'csv-invalid']);
    expect(linesOf(answer)).toEqual(lines);
    expect(await rows('SELECT count(*) AS n FROM card')).toEqual(before);
    expect(await waiting()).toBe('0');
  });

  it('names the fault of a long file after the first numbers were sent on', async () => {
    const head = randomUUID();
    const csv = Array.from({ length: 200_000 }, (_, i) => (i === 7_000 ? 'ünï\n' : `${head}${i}\n`)).join('');
    const answer = await send(csv);
    expect(code(answer)).toEqual([422, 'csv-invalid']);
    expect(linesOf(answer)).toEqual(['line 7001']);
    expect(await waiting()).toBe('0');
  });

  it('names the lines whose numbers were issued before', async () => {
    const taken = fresh();
    expect((await send(taken)).status).toBe(201);
    const answer = await send(`${fresh()}\n${taken}\n`);
    expect(code(answer)).toEqual([409, 'card-number-taken']);
    expect(linesOf(answer)).toEqual(['line 2']);
    expect(await waiting()).toBe('0');
  });

  it('repeats its answer under an idempotency key, but not for another file', async () => {
    const [csv, headers] = [`${fresh()}\n`, { 'Idempotency-Key': randomUUID() }];
    const first = await send(csv, {}, headers);
    const again = await send(csv, {}, headers);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(code(await send(`${fresh()}\n`, {}, headers))).toEqual([422, 'idempotency-key-reused']);
  });

  it('refuses a form without a file, and fields that it does not know', async () => {
    const form = new FormData();
    form.set('definition', 'default');
    expect(code(await platform.api.post(`${admin}/cards`, form))).toEqual([400, 'form-malformed']);
    expect(code(await send(`${fresh()}\n`, { colour: 'red' }))).toEqual([400, 'validation-failed']);
  });

  it('takes a hundred thousand numbers', async () => {
    const head = randomUUID();
    const csv = Array.from({ length: 100_000 }, (_, i) => `${head}${i}\n`).join('');
    const answer = await send(csv);
    expect([answer.status, (answer.body as IssuedCards).issued]).toEqual([201, 100_000]);
    expect((answer.body as IssuedCards).cards).toHaveLength(100);
  });

  describe('broken off midway', () => {
    const connections = () =>
      new Promise<number>((resolve, reject) => {
        platform.gateways[0]?.getHttpServer().getConnections((error: Error | null, n: number) => {
          if (error) reject(error);
          else resolve(n);
        });
      });
    /** Files in the folder to which multer writes by default. */
    const filesWith = (text: string) =>
      readdirSync(tmpdir(), { withFileTypes: true }).filter(
        (file) => file.isFile() && readFileSync(join(tmpdir(), file.name)).includes(text),
      );

    /** Sends the beginning of a file, and announces a longer file. */
    const begin = async (csv: string): Promise<Socket> => {
      const socket = connect(Number(new URL(platform.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
      socket.write(
        `POST ${admin}/cards HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${platform.api.bearer}\r\n` +
          `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${csv.length + 1_000_000}\r\n\r\n${part}`,
      );
      await new Promise((resolve) => socket.write(csv, resolve));
      return socket;
    };
    const numbers = (count: number, head: string = randomUUID()) =>
      Array.from({ length: count }, (_, i) => `${head}${i}\n`).join('');
    const staged = async () => Number(await waiting());

    it('leaves no card, no number that waits, no file and no connection', async () => {
      const before = { cards: await rows('SELECT count(*) AS n FROM card'), open: await connections() };
      const head = randomUUID();
      const socket = await begin(numbers(60_000, head));
      await eventually(async () => {
        expect(await staged()).toBeGreaterThanOrEqual(50_000);
      });
      socket.destroy();
      await eventually(async () => {
        expect(await staged()).toBe(0);
        expect(await connections()).toBeLessThanOrEqual(before.open);
      });
      expect(await rows('SELECT count(*) AS n FROM card')).toEqual(before.cards);
      expect(filesWith(head)).toEqual([]);
    });

    it('leaves nothing twenty times in a row, wherever it is broken off', async () => {
      const before = { cards: await rows('SELECT count(*) AS n FROM card'), open: await connections() };
      for (let i = 0; i < 20; i += 1) (await begin(numbers(1 + i * 600))).destroy();
      await eventually(async () => {
        expect(await connections()).toBeLessThanOrEqual(before.open);
        expect(await staged()).toBe(0);
      }, 40_000);
      // A further upload works, and brings back no number of the broken ones.
      const after = await send(`${fresh()}\n`);
      expect(after.status).toBe(201);
      await eventually(async () => {
        expect(await staged()).toBe(0);
      });
      expect(await rows('SELECT count(*) - 1 AS n FROM card')).toEqual(before.cards);
    });
  });
});

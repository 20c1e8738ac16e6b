import { segmentProcessed, type ExternalSegment } from '@ces/contracts/segments/segments';
import { useSegments } from '@ces/contracts/segments/segment-use';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { Platform } from '../platform/platform.js';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import {
  connect,
  connectAlso,
  formOf,
  importAndProcess,
  importFile,
  path,
  processed,
  sendForm,
} from '@ces/testing/gateway/segment-forms';

describe('external segments, rows 28 to 32', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  const create = (file: string, more: Record<string, string> = {}) =>
    sendForm(platform, path, formOf({ title: 'Readers', identifier: 'acme', file, ...more }));
  const members = async (id: string) =>
    ((await platform.api.get(`${path}/${id}/members`)).body as { user_id: string }[]).map(({ user_id }) => user_id);
  const use = (campaign_id: string, ...segment_ids: string[]) =>
    platform.messaging.bus.call(useSegments, {
      campaign_id,
      name: `Campaign ${campaign_id}`,
      segment_ids,
      entries: false,
    });
  const pointersOf = ({ status, body }: ApiAnswer) => [
    status,
    ...((body as { errors?: { pointer: string }[] }).errors ?? []).map(({ pointer }) => pointer),
  ];
  const remove = (id: string) => platform.api.send('DELETE', `${path}/${id}`);

  it('row 28 answers with the pending segment, and row 30 shows its exact counts once it is processed', async () => {
    const owners = [randomUUID(), randomUUID()];
    const users = await Promise.all(owners.map((owner) => connect(platform, owner)));
    const answer = await create(`${owners.join('\n')}\nnobody\n`);
    expect(answer.status).toBe(200);
    const segment = answer.body as ExternalSegment;
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/) as string;
    expect(segment).toEqual({
      id: expect.any(String) as string,
      name: 'Readers',
      identifier: 'acme',
      state: 'pending',
      externalUserCount: 0,
      internalUserCount: 0,
      documentID: expect.any(String) as string,
      fileName: 'readers.csv',
      updated: timestamp,
    });
    expect(await processed(platform, segment.id)).toEqual({
      ...segment,
      state: 'processed',
      externalUserCount: 3,
      internalUserCount: 2,
      updated: timestamp,
    });
    expect(await members(segment.id)).toEqual([...users].sort());
  });

  it('a processed segment is published once, with its counts and without a user', async () => {
    const owner = randomUUID();
    await connect(platform, owner);
    const { state, ...told } = await importAndProcess(platform, `${owner}\nnobody`);
    const facts = await platform.segments
      .get(DataSource)
      .query<{ payload: string }[]>('SELECT payload FROM outbox WHERE subject = $1 AND strpos(payload, $2) > 0', [
        segmentProcessed.subject,
        told.id,
      ]);
    expect(state).toBe('processed');
    expect(facts.map(({ payload }) => JSON.parse(payload) as object)).toEqual([told]);
  });

  it('row 28 counts a user once who is connected with two of the identifiers', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const user_id = await connect(platform, one);
    await connectAlso(platform, user_id, other);
    const segment = await importAndProcess(platform, `${one}\n${other}\n`);
    expect(segment).toMatchObject({ externalUserCount: 2, internalUserCount: 1 });
    expect(await members(segment.id)).toEqual([user_id]);
  });

  it('row 28 makes one segment for a repeated idempotency key, and refuses the key for another file', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const send = (file: string) =>
      sendForm(platform, path, formOf({ title: 'Once', identifier: 'acme', file }), headers);
    const first = await send('a\n');
    const again = await send('a\n');
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await send('b\n')).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } });
  });

  it('row 28 accepts text parts before or after the file, and a name in any script', async () => {
    const before = await sendForm(platform, path, formOf({ title: 'T', identifier: 'acme', file: 'a' }));
    const form = formOf({ file: 'a', fileName: 'Leser äöü 读者.csv', identifier: 'acme', title: 'Ünï 😀' });
    const after = await sendForm(platform, path, form);
    expect(before.body).toMatchObject({ name: 'T' });
    expect(after.body).toMatchObject({ name: 'Ünï 😀', fileName: 'Leser äöü 读者.csv' });
  });

  it('row 28 refuses a provider that is not configured with 422, and keeps nothing', async () => {
    for (const identifier of ['unknown', 'ACME', '../acme', 'x'.repeat(1_000)]) {
      const answer = await create('a\n', { identifier });
      expect(answer).toMatchObject({ status: 422, body: { code: 'segment-identifier-unknown' } });
    }
    const listed = (await platform.api.get(`${path}/list`)).body as ExternalSegment[];
    expect(listed.every(({ identifier }) => identifier === 'acme')).toBe(true);
  });

  it.each([
    ['no title', { title: undefined }],
    ['an empty title', { title: '' }],
    ['a blank title', { title: '  ' }],
    ['a title of 201 characters', { title: 'x'.repeat(201) }],
    ['no identifier', { identifier: undefined }],
  ])('row 28 refuses %s with 400', async (_what, wrong) => {
    const parts = Object.entries({ title: 'T', identifier: 'acme', ...wrong }).filter(
      ([, value]) => value !== undefined,
    );
    const form = formOf({ ...(Object.fromEntries(parts) as Record<string, string>), file: 'a\n' });
    expect(await sendForm(platform, path, form)).toMatchObject({ status: 400, body: { code: 'validation-failed' } });
  });

  it('row 28 needs a client token with the scope `segments`, and a form', async () => {
    const anonymous = { api: platform.api.withToken('x') };
    expect((await sendForm(anonymous, path, formOf({ title: 'T', identifier: 'acme', file: 'a' }))).status).toBe(401);
    const other = { api: await platform.api.as(platform.credentials, 'users:read') };
    expect((await sendForm(other, path, formOf({ title: 'T', identifier: 'acme', file: 'a' }))).status).toBe(403);
    expect(await platform.api.post(path, {})).toMatchObject({ status: 415, body: { code: 'media-type-unsupported' } });
    const nothing = await platform.api.post(path);
    expect(pointersOf(nothing)).toEqual([400, '#/title', '#/identifier', '#/file']);
    const twice = formOf({ title: 'A', identifier: 'acme', file: 'a\n' });
    twice.append('title', 'B');
    const repeated = await sendForm(platform, path, twice);
    expect(pointersOf(repeated)).toEqual([400, '#/title']);
    expect((repeated.body as { detail: string }).detail).toContain('twice');
  });

  it('row 29 lists the newest first, in pages when asked', async () => {
    const made: string[] = [];
    for (const title of ['one', 'two', 'three']) made.unshift((await importFile(platform, 'a\n', title)).id);
    const first = await platform.api.get(`${path}/list?limit=2`);
    const listed = first.body as ExternalSegment[];
    expect(listed.map(({ id }) => id)).toEqual(made.slice(0, 2));
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
    const second = (await platform.api.get(next.slice(platform.url.length))).body as ExternalSegment[];
    expect(second[0]?.id).toBe(made[2]);
    expect(await platform.api.get(`${path}/list?cursor=x`)).toMatchObject({ status: 400 });
  });

  it('rows 30 to 32 answer 404 for a segment that does not exist, also with a malformed id', async () => {
    for (const id of [randomUUID(), 'x', 'a%00b', "';--", 'list2']) {
      const notFound = { status: 404, body: { code: 'segment-not-found' } };
      expect(await platform.api.get(`${path}/${id}`)).toMatchObject(notFound);
      expect(await platform.api.get(`${path}/${id}/members`)).toMatchObject(notFound);
      expect(await remove(id)).toMatchObject(notFound);
      const form = formOf({ title: 'T', identifier: 'acme', file: 'a' });
      expect(await sendForm(platform, `${path}/${id}`, form)).toMatchObject(notFound);
    }
  });

  it('row 31 gives the segment a new file: the counts change when that is processed, and not before', async () => {
    const [before, after] = [randomUUID(), randomUUID()];
    const [, user] = await Promise.all([connect(platform, before), connect(platform, after)]);
    const old = await importAndProcess(platform, `${before}\n`);
    const form = formOf({ title: 'New', identifier: 'acme', id: old.id, file: `${after}\nx\n`, fileName: 'new.csv' });
    const renewed = await sendForm(platform, `${path}/${old.id}`, form);
    expect(renewed.status).toBe(200);
    expect(renewed.body).toMatchObject({
      id: old.id,
      name: 'New',
      fileName: 'new.csv',
      state: 'pending',
      externalUserCount: 1,
      internalUserCount: 1,
    });
    expect((renewed.body as ExternalSegment).documentID).not.toBe(old.documentID);
    expect(await processed(platform, old.id)).toMatchObject({ externalUserCount: 2, internalUserCount: 1 });
    expect(await members(old.id)).toEqual([user]);
  });

  it('row 31 refuses the id of another segment in the form', async () => {
    const { id } = await importFile(platform, 'a\n');
    const form = formOf({ title: 'T', identifier: 'acme', id: randomUUID(), file: 'a' });
    expect(await sendForm(platform, `${path}/${id}`, form)).toMatchObject({ status: 400 });
  });

  it('row 31 replays the answer for a repeated idempotency key, also after the segment is deleted', async () => {
    const { id } = await importFile(platform, 'a\n');
    const headers = { 'Idempotency-Key': randomUUID() };
    const renew = () =>
      sendForm(platform, `${path}/${id}`, formOf({ title: 'T', identifier: 'acme', file: 'b\n' }), headers);
    const first = await renew();
    await processed(platform, id);
    expect((await remove(id)).status).toBe(200);
    const again = await renew();
    expect(again).toMatchObject({ status: 200, body: first.body as object });
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  });

  it('row 31, ten at once, leaves the newest upload in force', async () => {
    const { id } = await importFile(platform, 'a\n');
    const sizes = Array.from({ length: 10 }, (_, index) => index + 2);
    await Promise.all(
      sizes.map((size) => {
        const file = Array.from({ length: size }, (_, line) => `x${line}\n`).join('');
        return sendForm(platform, `${path}/${id}`, formOf({ title: `${size}`, identifier: 'acme', file }));
      }),
    );
    const segment = await processed(platform, id);
    expect(segment.externalUserCount).toBe(Number(segment.name));
  });

  it('row 32 deletes a segment that is processed and not used', async () => {
    const { id } = await importAndProcess(platform, 'a\n');
    expect(await remove(id)).toMatchObject({ status: 200, body: { deleted: true } });
    expect((await platform.api.get(`${path}/${id}`)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });

  it.each(['pending', 'processing'])('row 32 refuses a segment that is %s', async (state) => {
    const { id } = await importAndProcess(platform, 'a\n');
    await platform.segments.get(DataSource).query('UPDATE segment SET state = $2 WHERE id = $1', [id, state]);
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'segment-not-processed' } });
    expect((await platform.api.get(`${path}/${id}`)).body).toMatchObject({ id, state });
  });

  it('row 32 refuses a segment that is used, names the campaigns, and deletes it when they have let go', async () => {
    const { id } = await importAndProcess(platform, 'a\n');
    await use('c1', id);
    await use('c2', id);
    expect(await remove(id)).toMatchObject({
      status: 409,
      body: {
        code: 'segment-in-use',
        usages: [
          { campaign_id: 'c1', name: 'Campaign c1' },
          { campaign_id: 'c2', name: 'Campaign c2' },
        ],
      },
    });
    await use('c1');
    expect((await remove(id)).status).toBe(409);
    await use('c2');
    expect((await remove(id)).status).toBe(200);
  });

  it('row 32 and the registration of a use never both succeed', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await importAndProcess(platform, 'a\n')).id));
    const outcomes = await Promise.all(
      ids.map(async (id, index) => {
        const [used, deleted] = await Promise.all([
          use(`race ${index}`, id).then(
            () => 'used',
            (error: unknown) => (error as { code: string }).code,
          ),
          remove(id).then(({ status }) => status),
        ]);
        return `${used} ${deleted}`;
      }),
    );
    expect(outcomes.filter((outcome) => !/^(used 409|segment-unknown 200)$/.test(outcome))).toEqual([]);
  });

  it('shows members in pages, and none of a segment whose first file is not processed', async () => {
    const owners = Array.from({ length: 5 }, () => randomUUID());
    const users = await Promise.all(owners.map((owner) => connect(platform, owner)));
    const { id } = await importAndProcess(platform, owners.join('\n'));
    const first = await platform.api.get(`${path}/${id}/members?limit=3`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
    const second = await platform.api.get(next.slice(platform.url.length));
    expect([...(first.body as object[]), ...(second.body as object[])]).toEqual(
      [...users].sort().map((user_id) => ({ user_id })),
    );
    expect(second.headers.get('Link')).not.toContain('rel="next"');
  });

  it('refuses a cursor that no page of members or segments has given', async () => {
    const { id } = await importFile(platform, 'a\n');
    for (const cursor of ['%00', 'x', '%F0%9F%91%8D', '']) {
      const refused = { status: 400, body: { code: 'parameter-invalid' } };
      expect(await platform.api.get(`${path}/${id}/members?cursor=${cursor}`)).toMatchObject(refused);
      expect(await platform.api.get(`${path}/list?cursor=${cursor}`)).toMatchObject(refused);
    }
  });
});

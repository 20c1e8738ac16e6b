import { demand, type Sending } from '../../send.ts';
import type { Bombs } from './bombs.ts';

/** Deep, wide, repetitive and large JSON. The service must refuse it, or store it unchanged. */
export async function jsonBombs(bombs: Bombs): Promise<void> {
  const { world } = bombs;
  const open = await bombs.define({ properties: {} });
  const send = (body: string): Promise<Sending> => bombs.event(open, body);
  const nested = (depth: number): string => '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1);
  await bombs.expect('control: 64 deep', await send(nested(64)), [202]);
  for (const [what, body] of Object.entries({
    '65 deep': nested(65),
    '10,000 deep': nested(10_000),
    '60,000 brackets': '['.repeat(60_000),
    '60,000 brackets in a value': `{"a":${'['.repeat(60_000)}`,
    'a key twice': '{"amount":"x","amount":5}',
    'a key twice, once escaped': '{"amount":1,"\\u0061mount":5}',
    'a key twice, within': '{"a":{"b":1,"b":2}}',
    'a key twice in a list': '{"a":[{"b":1,"b":2}]}',
    'a negative zero': '{"a":-0}',
    'a NUL': '{"a":"\\u0000"}',
    'a byte order mark': '\ufeff{}',
    'a comment': '{}//',
    NaN: '{"a":NaN}',
    'a list': '[]',
    'a text': '"x"',
    'half an object': '{',
    'a number of 60,000 digits': `{"a":${'9'.repeat(60_000)}}`,
    'a number beyond all': '{"a":1e999999999}',
  })) {
    const taken = ['a NUL', 'a number of 60,000 digits', 'a number beyond all'].includes(what);
    await bombs.expect(`event data with ${what}`, await send(body), taken ? [202, 400, 422] : [400, 422]);
  }
  await tryUnharmed(bombs, open);
  await tryUnstorable(bombs);
  const keys = (count: number): string =>
    `{${Array.from({ length: count }, (_, i) => `"${i.toString(36)}":1`).join(',')}}`;
  await bombs.expect('event data with 7,000 keys', await send(keys(7_000)), [202]);
  await bombs.expect('event data with 20,000 keys', await send(keys(20_000)), [413]);
  const user_id = await bombs.user();
  const batch = `[${Array.from({ length: 100 }, () => `{"user_id":"${user_id}","event_name":"${open}","data":${keys(2_000)}}`).join(',')}]`;
  const path = '/api/1/terminal/events:batch';
  await bombs.expect('a batch with 200,000 keys', { method: 'POST', path, body: batch }, [207], 10_000);
  const dto = { method: 'POST', path: '/api/1/user/credentials/available' };
  await bombs.expect(
    'a DTO with 7,000 unknown keys',
    { ...dto, body: `{"username":"${world.newName()}",${keys(7_000).slice(1)}` },
    [200],
  );
  await bombs.expect('a DTO that is deep', { ...dto, body: nested(10_000) }, [400]);
  // Only the beginning is sent: the gateway closes the connection at once, and a client that still writes may miss the answer.
  const large = { headers: { 'content-length': 5_000_000 }, body: Buffer.alloc(10_000, 'x') };
  await bombs.expect('a DTO of 5 MB', { ...dto, ...large }, [413]);
  await bombs.expect(
    'a query of 10 KB',
    { path: `/api/1/user/person/fields?locale=${'x'.repeat(10_000)}` },
    [400, 414, 431],
  );
  await bombs.expect(
    '5,000 query parameters',
    { path: `/api/1/user/person/fields?${'a=1&'.repeat(3_000)}` },
    [200, 400, 431],
  );
  await bombs.expect(
    '20 KB of headers',
    { path: '/api/1/user/person/fields', headers: { 'x-a': 'x'.repeat(20_000) } },
    [431],
  );
}

/** Names with a meaning in JavaScript, and numbers that it cannot hold, must be read back as they were sent. */
async function tryUnharmed(bombs: Bombs, name: string): Promise<void> {
  const values = [
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":1}}',
    '{"toString":1}',
    '{"a":"\\ud800"}',
    '{"a":12345678901234567890}',
  ];
  for (const text of values) {
    const answer = await bombs.expect(`event data ${text}`, await bombs.event(name, text), [202, 422]);
    if (answer.status !== 202) continue;
    const { id } = demand(answer, 202, 'id');
    const path = `/api/1/terminal/${await bombs.user()}/events`;
    const log = await bombs.world.send({ path, token: bombs.token });
    const kept = log.text.includes(id) && log.text.replaceAll(/\s/g, '').includes(`"data":${text}`);
    bombs.tally.check(`event data ${text} is read back as it was sent`, kept, log.text.slice(0, 300));
  }
}

/** Values that no table can store, and a list where an object must be. Each of them once ended in a 500. */
async function tryUnstorable(bombs: Bombs): Promise<void> {
  const admin = '/api/1/admin';
  for (const text of ['\\ud800', 'a\\u0000b', '\\udc00\\ud800', 'x@\\ud83d.example']) {
    const client = `{"name":"x","scopes":[],"contact_email":"${text}"}`;
    await bombs.expect(`contact_email ${text}`, { method: 'POST', path: `${admin}/clients`, body: client }, [400]);
    const optin = `{"name":{"en_GB":"${text}"},"description":{"en_GB":"B"}}`;
    await bombs.expect(`an opt-in called ${text}`, { method: 'POST', path: `${admin}/optins`, body: optin }, [400]);
  }
  const name = { en_GB: 'News' };
  for (const purpose of [[], 'x', 7]) {
    const body = { name, description: name, purpose };
    const what = `an opt-in with the purpose ${JSON.stringify(purpose)}`;
    await bombs.expect(what, { method: 'POST', path: `${admin}/optins`, body }, [400]);
  }
  for (const id of ['%00', 'a%00b', '%ED%A0%80']) {
    await bombs.expect(`the export of user ${id}`, { path: `${admin}/users/${id}/export` }, [400, 404]);
  }
}

// The journey on which each runtime proves that the sdk works there.
import { Ces, CesError } from './index.js';

/** Throws at the first thing that is wrong. */
export async function go({ CES_URL, CES_CLIENT, CES_SECRET }) {
  const ces = new Ces({ baseUrl: CES_URL, clientId: CES_CLIENT, clientSecret: CES_SECRET });
  const name = `tried-${crypto.randomUUID()}`;
  await ces.events.define(name, { properties: { n: { type: 'integer' } }, required: ['n'] });
  const { user_id } = await ces.users.ensure('demo', name);
  await ces.events.send(user_id, name, { n: 1 });
  const results = await ces.events.sendMany([2, 3].map((n) => ({ user_id, event_name: name, data: { n } }))).all();
  demand(
    results.every(({ status }) => status === 202),
    'a batch',
  );
  const log = await ces.events.ofUser(user_id, { limit: 2 }).all();
  demand(log.map(({ data }) => data.n).join() === '3,2,1', 'pages');
  const refused = await ces.events.send(user_id, name, {}).catch((error) => error);
  demand(refused instanceof CesError && refused.code === 'event-data-invalid', 'a refusal');
  const file = new Blob(['a\nb\n']);
  const segment = await ces.segments.upload({ title: name, identifier: 'demo', file }).processed();
  demand(segment.externalUserCount === 2, 'an upload');
  const streamed = ces.segments.upload({ title: name, identifier: 'demo', file: file.stream() });
  demand((await streamed.processed()).externalUserCount === 2, 'an upload as a stream');
  const hook = await ces.webhooks.create({ url: 'http://127.0.0.1:9/', events: ['user-deleted'] });
  const { secret } = await ces.webhooks.secret(hook.id);
  await ces.webhooks.delete(hook.id);
  await verifies(secret);
  return 'tokens, events, pages, refusals, uploads and webhooks work';
}

/** Signs as the service does, and verifies. */
async function verifies(secret) {
  const encoder = new TextEncoder();
  const body = '{"events":[]}';
  const time = String(Math.floor(Date.now() / 1_000));
  const bytes = Uint8Array.from(atob(secret.slice('whsec_'.length)), (char) => char.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const made = await crypto.subtle.sign('HMAC', key, encoder.encode(`id.${time}.${body}`));
  const signature = `v1,${btoa(String.fromCharCode(...new Uint8Array(made)))}`;
  const headers = new Headers({ 'webhook-id': 'id', 'webhook-timestamp': time, 'webhook-signature': signature });
  demand((await Ces.webhooks.verify(body, headers, secret)).id === 'id', 'a signature');
}

function demand(isRight, what) {
  if (!isRight) throw new Error(`${what} is wrong`);
}

if (typeof process === 'object' && process.argv?.[1]?.endsWith('journey.mjs')) console.log(await go(process.env));

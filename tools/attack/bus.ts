import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  connect,
  credsAuthenticator,
  headers,
  nkeyAuthenticator,
  type ConnectionOptions,
  type MsgHdrs,
  type NatsConnection,
} from 'nats';
import { settingsOf } from './settings.ts';
import type { World } from './world.ts';

/** The credentials of a service: user and password by variable or in the address, an nkey, or a creds file. */
export function credentialsOf(world: World, service: string): ConnectionOptions {
  const env = settingsOf(world.stack, service);
  const { username, password } = new URL(env['NATS_URL'] ?? '');
  if (env['NATS_CREDS_FILE'] !== undefined)
    return { authenticator: credsAuthenticator(readFileSync(env['NATS_CREDS_FILE'])) };
  if (env['NATS_NKEY_FILE'] !== undefined)
    return { authenticator: nkeyAuthenticator(readFileSync(env['NATS_NKEY_FILE'])) };
  if (env['NATS_USER'] !== undefined) return { user: env['NATS_USER'], pass: env['NATS_PASSWORD'] ?? '' };
  return username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}

/** Rejects when the server does not take the credentials. */
export function connectBus(world: World, options: ConnectionOptions): Promise<NatsConnection> {
  const servers = new URL(world.stack.privateUrls.nats).host;
  return connect({ servers, reconnect: false, timeout: 3_000, ...options });
}

/** The credentials that may do everything: those in the stack's own address, or none where NATS asks for none. */
export function superuserOf(world: World): ConnectionOptions {
  const { username, password } = new URL(world.stack.privateUrls.nats);
  return username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}

/** A connection, and the permissions violations that the server reported on it. */
export interface Probe {
  connection: NatsConnection;
  refusals: string[];
}

export async function openProbe(world: World, options: ConnectionOptions): Promise<Probe> {
  const probe: Probe = { connection: await connectBus(world, options), refusals: [] };
  void (async () => {
    for await (const status of probe.connection.status()) {
      if (status.type === 'error' && /permission/i.test(status.error.message))
        probe.refusals.push(status.error.message);
    }
  })();
  return probe;
}

/** JetStream refuses this as a request: deletion takes no body, and all others take JSON. A call with it has no reader. */
const HARMLESS = 'attack';

/** If the server let the message through, every stream of another name would refuse it. */
function ofNoStream(): MsgHdrs {
  const all = headers();
  all.set('Nats-Expected-Stream', 'attack');
  return all;
}

/** Tells whether the server forbids it: the refusal arrives as an error of the connection, a moment later. */
export async function isForbidden(
  { connection, refusals }: Probe,
  operation: 'publish' | 'subscribe',
  subject: string,
): Promise<boolean> {
  const before = refusals.length;
  const subscription = operation === 'subscribe' ? connection.subscribe(subject) : undefined;
  if (operation === 'publish') connection.publish(subject, HARMLESS, { headers: ofNoStream() });
  // The server answers the ping after it has refused earlier messages.
  await connection.flush();
  await sleep(2);
  subscription?.unsubscribe();
  return refusals.length > before;
}

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

/** The settings hold a user and password, alone or in the address, or name an nkey or a creds file. */
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

/** Rejects if the server refuses the credentials. */
export function connectBus(world: World, options: ConnectionOptions): Promise<NatsConnection> {
  const servers = new URL(world.stack.privateUrls.nats).host;
  return connect({ servers, reconnect: false, timeout: 3_000, ...options });
}

/** The stack's own address has the credentials with all rights; it has none if NATS asks for none. */
export function superuserOf(world: World): ConnectionOptions {
  const { username, password } = new URL(world.stack.privateUrls.nats);
  return username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}

/** `refusals` are the permissions violations that the server reported on the connection. */
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

/** A deletion takes no body, and other requests of JetStream take JSON, so it refuses this. A call with it has no reader. */
const HARMLESS = 'attack';

/** Even if the server let the message through, every stream of another name would refuse it. */
function ofNoStream(): MsgHdrs {
  const all = headers();
  all.set('Nats-Expected-Stream', 'attack');
  return all;
}

/** A refusal arrives as an error of the connection, a moment later. */
export async function isForbidden(
  { connection, refusals }: Probe,
  operation: 'publish' | 'subscribe',
  subject: string,
): Promise<boolean> {
  const before = refusals.length;
  const subscription = operation === 'subscribe' ? connection.subscribe(subject) : undefined;
  if (operation === 'publish') connection.publish(subject, HARMLESS, { headers: ofNoStream() });
  // The server answers this ping after it has refused earlier messages.
  await connection.flush();
  await sleep(2);
  subscription?.unsubscribe();
  return refusals.length > before;
}

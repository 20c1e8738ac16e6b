import type { ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import { createClient, type Client, type NewClient } from '@ces/contracts/identity/clients';
import type { Scope } from '@ces/contracts/identity/tokens/scopes';
import type { Rpc } from '@ces/contracts/rpc';
import { inCall } from '@ces/messaging/calls/call-context';
import { NatsServer } from '@ces/messaging/nats-server';
import { readConfig } from '@ces/service/config/config';
import { migrate } from '@ces/service/database/database';
import { createService } from '@ces/service/start';
import { GuardedNats } from '@ces/testing/servers/guarded-nats';
import { privateDatabase } from '@ces/testing/servers/private-database';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../libs/local-stack/src/processes/free-port.ts';
import { identity } from '../src/identity.module.js';
import { IdentityConfig } from '../src/identity.config.js';

const secretsKey = randomBytes(32).toString('base64');

export async function migrateIdentity(url: string): Promise<void> {
  await migrate(url, identity.schema);
}

export interface Running {
  app: NestFastifyApplication;
  /** The address of the service, and the issuer of its tokens unless PUBLIC_URL names another. */
  url: string;
  call<Request extends object, Reply>(contract: Rpc<Request, Reply>, payload: Request, key?: string): Promise<Reply>;
  close(): Promise<void>;
}

/**
 * Starts the real service on real PostgreSQL and NATS; specs reach it by RPC and HTTP, as its callers do. Replicas that share a
 * NATS, which the spec stops, share the calls.
 */
export async function runIdentity(env: NodeJS.ProcessEnv, shared?: GuardedNats): Promise<Running> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const messaging = shared ?? (await GuardedNats.start());
  const config = readConfig(IdentityConfig, {
    PORT: String(port),
    PUBLIC_URL: url,
    SECRETS_KEY: secretsKey,
    SMTP_URL: 'smtp://127.0.0.1:1', // no server listens there
    ...messaging.settings('identity'),
    LOG_LEVEL: 'fatal',
    ...env,
  });
  const app = await createService(identity, config);
  await app.listen(config.PORT, '127.0.0.1');
  while (!app.get(NatsServer).settled) await sleep(10);
  const { bus } = messaging;
  return {
    app,
    url,
    call: (contract, payload, key) =>
      inCall(
        { requestId: 'spec', ...(key === undefined ? {} : { idempotency: { scope: 'spec', key, hash: key } }) },
        () => bus.call(contract, payload),
      ),
    close: async () => {
      await app.close();
      if (!shared) await messaging.stop();
    },
  };
}

/** Starts a service on a database of its own, which `close` drops. */
export async function ownIdentity(env: NodeJS.ProcessEnv = {}): Promise<Running & { databaseUrl: string }> {
  const database = await privateDatabase('identity', migrateIdentity);
  const running = await runIdentity({ DATABASE_URL: database.url, ...env });
  const close = async (): Promise<void> => {
    await running.close();
    await database.drop();
  };
  return { ...running, databaseUrl: database.url, close };
}

export async function newClient(
  running: Running,
  scopes: Scope[],
  more: Partial<NewClient> = {},
  key?: string,
): Promise<ClientWithSecret> {
  const { secret, ...client } = await running.call(createClient, { name: 'Spec', scopes, ...more }, key);
  if (secret === undefined) throw new Error('the client has no secret');
  return { ...client, secret };
}

export function basic({ id }: Pick<Client, 'id'>, secret: string): string {
  const encoded = [id, secret].map((text) => encodeURIComponent(text)).join(':');
  return `Basic ${Buffer.from(encoded).toString('base64')}`;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export async function post(
  url: string,
  form: Record<string, string> | string,
  authorization?: string,
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: typeof form === 'string' ? form : new URLSearchParams(form),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  };
}

export async function tokenOf(running: Running, client: ClientWithSecret, scope?: string): Promise<string> {
  const form = { grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) };
  const { body } = await post(`${running.url}/oauth2/token`, form, basic(client, client.secret));
  return String(body['access_token']);
}

import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { Pool } from 'undici';
import type { StackFile } from '../../../libs/local-stack/src/stack-file.ts';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import { connectNats } from '../../connect-nats.ts';
import { startWorker } from '../worker.ts';
import { saturate, type Call, type Calls } from './calls.ts';
import type { EchoSettings } from './echo.ts';

export interface Target {
  clientToken: () => Promise<{ access_token: string }>;
  /** Row 7. */
  userPath: string;
  login: Call;
  readUser: Call;
  close(): Promise<void>;
}

export async function openTarget({ base_url, client, user, provider }: StackFile): Promise<Target> {
  const pool = new Pool(base_url.replace('localhost', '127.0.0.1'), { connections: 256 });
  const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
  const tokens = async (form: Record<string, string>): Promise<{ access_token: string }> => {
    const { statusCode, body } = await pool.request({
      path: '/oauth2/token',
      method: 'POST',
      headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`/oauth2/token: ${statusCode} ${text}`);
    return JSON.parse(text) as { access_token: string };
  };
  const clientToken = () => tokens({ grant_type: 'client_credentials' });
  const { access_token } = await clientToken();
  const asClient = async (method: string, path: string): Promise<{ user_id?: string }> => {
    const { statusCode, body } = await pool.request({
      path,
      method,
      headers: { authorization: `Bearer ${access_token}` },
    });
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${await body.text()}`);
    return (await body.json()) as { user_id?: string };
  };
  const { user_id = '' } = await asClient('POST', `/api/1/oauth2/provider/${provider}/bench`);
  const password = { grant_type: 'password', ...user, scope: 'profile' };
  const userPath = `/api/1/user/details/${user_id}`;
  return {
    clientToken,
    userPath,
    login: () => tokens(password),
    readUser: () => asClient('GET', userPath),
    close: () => pool.close(),
  };
}

/** Argon2id alone: one comparison at a time on each core. */
export async function argonAlone(seconds: number): Promise<Calls> {
  const password = 'correct horse battery';
  const stored = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  return saturate(() => verify(stored, password), availableParallelism(), seconds);
}

/** A bare request and reply over the stack's NATS is the ceiling of any call between services. */
export async function bareNats(stack: Stack, atOnce: number, seconds: number, signal: AbortSignal): Promise<Calls> {
  const settings: EchoSettings = { natsUrl: stack.privateUrls.nats, subject: 'bench.echo' };
  const echo = startWorker<EchoSettings, boolean>(new URL('echo.ts', import.meta.url), signal);
  const connection = await connectNats(settings.natsUrl);
  const payload = JSON.stringify({ id: 'x'.repeat(25) });
  try {
    await echo.ask(settings);
    return await saturate(() => connection.request(settings.subject, payload), atOnce, seconds);
  } finally {
    await connection.close();
    await echo.stop();
  }
}

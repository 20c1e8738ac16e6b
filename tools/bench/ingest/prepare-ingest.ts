import { setTimeout as sleep } from 'node:timers/promises';
import { fillUsers } from './fill-users.ts';
import { HttpConnection } from '../http-connection.ts';
import type { StackFile } from '../../../libs/local-stack/src/stack-file.ts';
import { definitionOf } from './requests.ts';

export const eventName = 'purchase';
const atOnce = 32;
/** More users are written into the tables, because each takes a call of row 5. */
const mostCalls = 10_000;

export interface IngestSetup {
  token: string;
  users: string[];
  /** Byte for byte. */
  definition: string;
  definitionId: string;
}

export async function prepareIngest(
  stack: StackFile,
  { userCount, postgres }: { userCount: number; postgres: string },
  signal: AbortSignal,
): Promise<IngestSetup> {
  const token = await newToken(stack);
  const definitionId = `${stack.base_url}/api/1/terminal/events/${eventName}`;
  const definition = JSON.stringify(definitionOf(definitionId, eventName));
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const put = await fetch(definitionId, { method: 'PUT', headers, body: definition }); // row 1
  if (put.status !== 200) throw new Error(`the event was not defined: ${put.status} ${await put.text()}`);
  const users =
    userCount > mostCalls
      ? await fillUsers(postgres, userCount, signal)
      : await createUsers(stack, token, userCount, signal);
  return { token, definition, definitionId, users };
}

/** The token lives for 15 minutes, longer than a run. */
async function newToken({ base_url, client }: StackFile): Promise<string> {
  const answer = await fetch(`${base_url}/oauth2/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await answer.json()) as { access_token?: string };
  if (access_token === undefined) throw new Error(`no token: HTTP ${answer.status}`);
  return access_token;
}

async function createUsers(stack: StackFile, token: string, count: number, signal: AbortSignal): Promise<string[]> {
  const { port, host } = new URL(stack.base_url);
  const users: string[] = [];
  let next = 0;
  const createSome = async (): Promise<void> => {
    const connection = await HttpConnection.open(Number(port));
    for (let number = next++; number < count; number = next++) {
      signal.throwIfAborted();
      const request =
        `POST /api/1/oauth2/provider/${stack.provider}/bench-${number} HTTP/1.1\r\nHost: ${host}\r\n` + // row 5
        `Authorization: Bearer ${token}\r\nContent-Length: 0\r\n\r\n`;
      users.push(await userOf(connection, request));
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: atOnce }, createSome));
  return users;
}

/** A slow disk can cause a 503, so the request is repeated after a second. */
async function userOf(connection: HttpConnection, request: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const { status, body } = await connection.ask(request);
    if (status === 200) return (JSON.parse(body) as { user_id: string }).user_id;
    if (status !== 503 || attempt === 20) throw new Error(`a user was not created: ${status} ${body}`);
    await sleep(1_000);
  }
}

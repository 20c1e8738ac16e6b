import { headersFor } from './caller.js';
import { refusalOf } from './refusal.js';

export interface PendingTotp {
  secret: string;
  otpauth_url: string;
}

/** Changes a second factor of the own session. These routes are of the console only, so openapi.json does not list them. */
export async function changeFactor<Answer>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Answer> {
  const address = `/console/factors/${path}`;
  const headers = headersFor(address);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const answer = await fetch(address, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw await refusalOf(answer);
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
}

import { queryOptions } from '@tanstack/react-query';
import { headersFor } from './caller.js';
import { refusalOf, type Refusal } from './refusal.js';
import { createPasskey, signWithPasskey } from './webauthn.js';

export interface PendingTotp {
  secret: string;
  otpauth_url: string;
}

export interface Passkey {
  id: string;
  name: string;
  created: string;
  last_used: string | null;
}

export interface Factors {
  totp: boolean;
  passkeys: Passkey[];
  required: boolean;
}

/** A fresh proof. Each change needs one once there is a factor. */
export interface Proof {
  code?: string;
  passkey?: object;
}

/** The recovery codes come with the first factor, and are shown once. */
interface Made {
  recovery_codes?: string[];
}

/** The second factors of the own session. These routes are of the console only, so openapi.json does not list them. */
async function ask<Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Answer> {
  const address = `/console/factors${path}`;
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

export const factorsQuery = queryOptions<Factors, Refusal>({
  queryKey: ['factors'],
  queryFn: () => ask<Factors>('GET', ''),
});

/** Asks a device of the operator for a proof. */
export async function proofByPasskey(): Promise<Proof> {
  return { passkey: await signWithPasskey(await ask('POST', '/proof:options')) };
}

export function beginTotp(proof: Proof): Promise<PendingTotp> {
  return ask('POST', '/totp', proof);
}

export function confirmTotp(code: string): Promise<Made> {
  return ask('POST', '/totp:confirm', { code });
}

export function removeTotp(proof: Proof): Promise<void> {
  return ask('DELETE', '/totp', proof);
}

export async function addPasskey(name: string, proof: Proof): Promise<Made> {
  const response = await createPasskey(await ask('POST', '/passkeys:options', proof));
  return ask('POST', '/passkeys', { name, response });
}

export function removePasskey(id: string, proof: Proof): Promise<void> {
  return ask('DELETE', `/passkeys/${id}`, proof);
}

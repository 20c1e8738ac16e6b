import { createPrivateKey, createPublicKey, sign, type JsonWebKey, type KeyObject } from 'node:crypto';
import { Client } from 'pg';
import { importBuilt } from '../bench/built.ts';
import { settingsOf } from './settings.ts';
import type { World } from './world.ts';

/** The service's own signing key, so that a forged token differs from a good one only in the detail under test. */
export interface TrueKey {
  kid: string;
  private: KeyObject;
  public: KeyObject;
}

export async function openTrueKey(world: World): Promise<TrueKey> {
  const { SECRETS_KEY = '' } = settingsOf(world.stack, 'identity');
  const { SecretSealer } = await importBuilt<typeof import('../../libs/service/src/sealing/sealer.ts')>(
    'libs/service/src/sealing/sealer.js',
  );
  const [row] = await rowsOf<{ kid: string; sealed_jwk: string }>(
    databaseOf(world, 'identity'),
    `SELECT kid, sealed_jwk FROM signing_key WHERE state = 'active'`,
  );
  if (!row) throw new Error('identity has no signing key');
  const text = new SecretSealer(SECRETS_KEY.split(',')).open(row.sealed_jwk, `signing-key ${row.kid}`);
  const key = createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' });
  return { kid: row.kid, private: key, public: createPublicKey(key) };
}

export function signToken(header: object, claims: object, key: KeyObject, digest = 'sha256'): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${sign(digest, Buffer.from(signed), key).toString('base64url')}`;
}

export function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export function decode(part = ''): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
}

export function databaseOf(world: World, name: string): string {
  const url = new URL(world.stack.privateUrls.postgres);
  url.pathname = `/${name}`;
  return url.href;
}

export async function rowsOf<Row extends object>(url: string, query: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

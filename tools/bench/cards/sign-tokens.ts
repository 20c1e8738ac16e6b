import { createPrivateKey, randomUUID, sign, type JsonWebKey } from 'node:crypto';
import { readJson } from '../../../libs/local-stack/src/kept-settings.ts';
import { layOut } from '../../../libs/local-stack/src/layout.ts';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import { importBuilt, root } from '../built.ts';
import { databaseUrl, withClient } from '../ingest/ceiling-database.ts';

type Sealing = typeof import('../../../apps/identity/src/sealing/sealer.js');

/** Signed with the stack's own key. The users need not exist. The tokens live as long as a run may take. */
export async function signTokens(stack: Stack, users: string[]): Promise<string[]> {
  const { base_url, client, data_dir } = stack.describe();
  const { SECRETS_KEY } = readJson(layOut(root, data_dir).kept('secrets.json')) as { SECRETS_KEY: string };
  const { Sealer } = await importBuilt<Sealing>('apps/identity/src/sealing/sealer.js');
  const stored = await withClient(databaseUrl(stack.privateUrls.postgres, 'identity'), (database) =>
    database.query<{ kid: string; sealed_jwk: string }>(
      `SELECT kid, sealed_jwk FROM signing_key WHERE state = 'active'`,
    ),
  );
  const [row] = stored.rows;
  if (!row) throw new Error('identity has no signing key');
  const sealer = new Sealer({ SECRETS_KEY: [SECRETS_KEY] } as ConstructorParameters<typeof Sealer>[0]);
  const jwk = JSON.parse(sealer.open(row.sealed_jwk, `signing-key ${row.kid}`)) as JsonWebKey;
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const iat = Math.floor(Date.now() / 1_000);
  const head = encode({ alg: 'RS256', typ: 'at+jwt', kid: row.kid });
  const claims = { iss: base_url, aud: 'ces-api', client_id: client.id, scope: 'cards', iat, exp: iat + 3_600 };
  return users.map((sub) => {
    const text = `${head}.${encode({ ...claims, sub, token_use: 'user', ver: 2 ** 40, jti: randomUUID() })}`;
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
  });
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

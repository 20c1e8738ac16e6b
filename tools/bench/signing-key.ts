import type { JsonWebKey } from 'node:crypto';
import { readJson } from '../../libs/local-stack/src/kept-settings.ts';
import { layOut } from '../../libs/local-stack/src/layout.ts';
import type { Stack } from '../../libs/local-stack/src/stack.ts';
import { importBuilt, root } from './built.ts';
import { databaseUrl, withClient } from './ingest/ceiling-database.ts';

type Sealing = typeof import('../../apps/identity/src/sealing/sealer.js');

export interface StackKey extends JsonWebKey {
  kid: string;
  alg: string;
}

/** The key with which the stack signs its tokens, so that the bench signs the same. */
export async function signingKeyOf(stack: Stack): Promise<StackKey> {
  const { SECRETS_KEY } = readJson(layOut(root, stack.describe().data_dir).kept('secrets.json')) as {
    SECRETS_KEY: string;
  };
  const { Sealer } = await importBuilt<Sealing>('apps/identity/src/sealing/sealer.js');
  const stored = await withClient(databaseUrl(stack.privateUrls.postgres, 'identity'), (database) =>
    database.query<{ kid: string; sealed_jwk: string }>(
      `SELECT kid, sealed_jwk FROM signing_key WHERE state = 'active'`,
    ),
  );
  const [row] = stored.rows;
  if (!row) throw new Error('identity has no signing key');
  const sealer = new Sealer({ SECRETS_KEY: [SECRETS_KEY] } as ConstructorParameters<typeof Sealer>[0]);
  return JSON.parse(sealer.open(row.sealed_jwk, `signing-key ${row.kid}`)) as StackKey;
}

import { Nats } from '@ces/messaging/nats';
import { Transactions } from '@ces/messaging/storage/transactions';
import type { INestApplication } from '@nestjs/common';
import { IdentityConfig } from '../src/identity.config.js';
import type { SigningAlgorithm } from '../src/keys/signing-key.js';
import { SigningKeyStore } from '../src/keys/signing-key.store.js';
import { SigningKeysService } from '../src/keys/signing-keys.service.js';
import { Sealer } from '../src/sealing/sealer.js';

/** The signing keys as another replica has them, with a setting of its own. */
export function replicaWith(app: INestApplication, SIGNING_ALGORITHM: SigningAlgorithm): SigningKeysService {
  const config = Object.assign(new IdentityConfig(), { SIGNING_ALGORITHM });
  return new SigningKeysService(
    app.get(SigningKeyStore),
    app.get(Transactions),
    app.get(Sealer),
    config,
    app.get(Nats),
  );
}

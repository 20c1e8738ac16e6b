import { SecretSealer } from '@ces/service/sealing/sealer';
import { Injectable } from '@nestjs/common';
import { IdentityConfig } from '../identity.config.js';

@Injectable()
export class Sealer extends SecretSealer {
  constructor(config: IdentityConfig) {
    super(config.SECRETS_KEY);
  }
}

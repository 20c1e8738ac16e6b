import { AnswerCipher } from '@ces/messaging/calls/idempotency/answer-cipher';
import { SealedAnswers } from '@ces/service/sealing/sealed-answers';
import { SecretSealer } from '@ces/service/sealing/sealer';
import { Global, Module } from '@nestjs/common';
import { WebhooksConfig } from '../webhooks.config.js';

const sealer = {
  provide: SecretSealer,
  useFactory: (config: WebhooksConfig) => new SecretSealer(config.SECRETS_KEY),
  inject: [WebhooksConfig],
};

/** Global, because headers of webhooks are also sealed in the answers that the messaging lib records. */
@Global()
@Module({
  providers: [sealer, { provide: AnswerCipher, useClass: SealedAnswers }],
  exports: [SecretSealer, AnswerCipher],
})
export class SealingModule {}

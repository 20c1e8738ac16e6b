import { AnswerCipher } from '@ces/messaging/calls/idempotency/answer-cipher';
import { SealedAnswers } from '@ces/service/sealing/sealed-answers';
import { SecretSealer } from '@ces/service/sealing/sealer';
import { Global, Module } from '@nestjs/common';
import { Sealer } from './sealer.js';

/** Global, so that libs/messaging finds the cipher of the answers that it keeps. */
@Global()
@Module({
  providers: [
    Sealer,
    { provide: SecretSealer, useExisting: Sealer },
    { provide: AnswerCipher, useClass: SealedAnswers },
  ],
  exports: [Sealer, SecretSealer, AnswerCipher],
})
export class SealingModule {}

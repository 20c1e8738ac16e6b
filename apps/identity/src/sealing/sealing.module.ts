import { AnswerCipher } from '@ces/messaging/answer-cipher';
import { Global, Module } from '@nestjs/common';
import { SealedAnswers } from './sealed-answers.js';
import { Sealer } from './sealer.js';

/** Global, so that the messaging lib finds this cipher for the answers it keeps. */
@Global()
@Module({
  providers: [Sealer, { provide: AnswerCipher, useClass: SealedAnswers }],
  exports: [Sealer, AnswerCipher],
})
export class SealingModule {}

import type { AnswerCipher } from '@ces/messaging/calls/answer-cipher';
import { Injectable } from '@nestjs/common';
import { SecretSealer } from './sealer.js';

/** Answers that tell secrets are kept for a day, for those who ask again with the same idempotency key. */
@Injectable()
export class SealedAnswers implements AnswerCipher {
  constructor(private readonly sealer: SecretSealer) {}

  seal(answer: string, key: string): string {
    return this.sealer.seal(answer, `answer ${key}`);
  }

  open(answer: string, key: string): string {
    return this.sealer.open(answer, `answer ${key}`);
  }
}

import type { AnswerCipher } from '@ces/messaging/calls/idempotency/answer-cipher';
import { Injectable } from '@nestjs/common';
import { SecretSealer } from './sealer.js';

/** Seals answers that hold secrets. They are kept for a day, for retries with the same idempotency key. */
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

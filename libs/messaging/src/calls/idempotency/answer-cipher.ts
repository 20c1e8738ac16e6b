/**
 * Seals recorded answers. A service with confidential answers provides one from a global module; others store answers
 * unsealed. `key` names the request: an answer that was sealed for one request must not open for another.
 */
export abstract class AnswerCipher {
  abstract seal(answer: string, key: string): string;
  abstract open(answer: string, key: string): string;
}

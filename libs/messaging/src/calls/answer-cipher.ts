/**
 * Seals recorded answers. A service whose answers are confidential provides one from a global module; other services store
 * answers as they are. `key` names the request: an answer that was sealed for one request must not open for another.
 */
export abstract class AnswerCipher {
  abstract seal(answer: string, key: string): string;
  abstract open(answer: string, key: string): string;
}

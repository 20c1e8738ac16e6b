/**
 * How recorded answers are kept: as they are, unless a service whose answers are confidential provides one of these, from
 * a global module. `key` names the request; what was sealed for one must not open for another.
 */
export abstract class AnswerCipher {
  abstract seal(answer: string, key: string): string;
  abstract open(answer: string, key: string): string;
}

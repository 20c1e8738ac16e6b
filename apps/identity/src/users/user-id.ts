import { randomText } from '@ces/service/random-text';

/** 25 of 62 characters are 149 bits, so no id is ever made twice. */
const length = 25;

export function newUserId(): string {
  return randomText(length);
}

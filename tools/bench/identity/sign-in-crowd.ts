// Signs in many times while others read, in a process of its own.
import type { StackFile } from '../../../libs/local-stack/src/stack-file.ts';
import { answerParent } from '../worker.ts';
import { saturate, type Calls } from './calls.ts';
import { openTarget, type Target } from './measure-identity.ts';

export interface Crowd {
  stack: StackFile;
  people: number;
  seconds: number;
}

let target: Target | undefined;

answerParent(async ({ stack, people, seconds }: Crowd): Promise<Calls> => {
  target ??= await openTarget(stack);
  return saturate(target.login, people, seconds);
});

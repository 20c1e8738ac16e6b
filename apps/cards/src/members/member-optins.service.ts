import type { ImportedOptin, MemberParts } from '@ces/contracts/cards/member-parts';
import type { Fault } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import type { FoundPart } from './found-parts.js';
import { MemberOptinStore, type GivenAnswer, type NewAnswer } from './member-optin.store.js';

/** An answer that was given here later is never replaced. */
@Injectable()
export class MemberOptinsService {
  constructor(private readonly store: MemberOptinStore) {}

  async find(members: MemberParts[]): Promise<FoundPart<NewAnswer>[]> {
    const asked = members.flatMap(({ optins }) => optins);
    if (asked.length === 0) return members.map(() => ({ writes: [], faults: [] }));
    const versions = await this.store.findVersions([...new Set(asked.map(({ optin_id }) => optin_id))]);
    const given = await this.store.findAnswers(members.flatMap(({ user_id }) => user_id ?? []));
    return members.map(({ user_id, optins }) => {
      const found: FoundPart<NewAnswer> = { writes: [], faults: [] };
      for (const [index, optin] of optins.entries()) {
        const text_version = versions.get(optin.optin_id.toLowerCase());
        const answers = given.get(answerKey(user_id ?? '', optin.optin_id)) ?? [];
        const faults = faultsOf(optin, text_version, answers, index);
        found.faults.push(...faults);
        if (text_version === undefined || faults.length > 0 || answers.some((each) => isSame(each, optin))) continue;
        // PostgreSQL rounds to microseconds, and a repeated line must find the same moment.
        found.writes.push({
          ...optin,
          at: new Date(optin.at).toISOString(),
          user_id: user_id ?? '',
          text_version,
          source: sourceOf(optin),
        });
      }
      return found;
    });
  }

  async write(answers: NewAnswer[]): Promise<void> {
    if (answers.length > 0) await this.store.add(answers);
  }
}

function answerKey(userId: string, optinId: string): string {
  return `${userId} ${optinId.toLowerCase()}`;
}

function sourceOf({ source }: ImportedOptin): string {
  return `import: ${source}`;
}

function isSame(given: GivenAnswer, optin: ImportedOptin): boolean {
  const sameTime = given.given_at.getTime() === new Date(optin.at).getTime();
  return sameTime && given.opted_in === optin.opted_in && given.source === sourceOf(optin);
}

function faultsOf(optin: ImportedOptin, version: number | undefined, given: GivenAnswer[], index: number): Fault[] {
  const at = `#/optins/${index}`;
  if (version === undefined)
    return [{ pointer: `${at}/optin_id`, code: 'unknown', detail: 'is not the id of an opt-in; define it first' }];
  const time = Date.parse(optin.at);
  if (time > Date.now()) return [{ pointer: `${at}/at`, code: 'future', detail: 'must not be in the future' }];
  if (given.some((each) => isSame(each, optin)) || given.every((each) => each.given_at.getTime() < time)) return [];
  return [
    { pointer: `${at}/at`, code: 'answered-later', detail: 'is before an answer that is known already; leave it out' },
  ];
}

import { audienceOf } from '@ces/contracts/cards/audience';
import { peopleOf } from '@ces/contracts/identity/people';
import { segmentMemberships } from '@ces/contracts/segments/segment-use';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { Problem } from '@ces/contracts/problems';
import { Injectable } from '@nestjs/common';
import type { Plan } from '../../runs/plan.js';
import { emptyProfile, type Profile } from './profile.js';

/** A service that answers later than this counts as unavailable. */
const patience = { timeout: 2_000 };
/** A question about this few users is not halved when its answer is late. */
const fewUsers = 20;
const segmentsAtOnce = 500;

/** Asks other services about all users together, and each service only if a campaign needs its answer. */
@Injectable()
export class AudienceService {
  constructor(private readonly bus: Bus) {}

  async of(asked: { userId: string; plan: Plan }[]): Promise<Map<string, Profile>> {
    const profiles = new Map(asked.map(({ userId }) => [userId, emptyProfile(userId)]));
    const usersWith = (needs: (plan: Plan) => boolean) => [
      ...new Set(asked.filter(({ plan }) => needs(plan)).map(({ userId }) => userId)),
    ];
    const segmentIds = [...new Set(asked.flatMap(({ plan }) => plan.needs.segments))];
    await withoutKey(() =>
      Promise.all([
        this.addSegments(
          profiles,
          usersWith(({ needs }) => needs.segments.length > 0),
          segmentIds,
        ),
        this.addCards(
          profiles,
          usersWith(({ needs }) => needs.cards),
        ),
        this.addPeople(
          profiles,
          usersWith(({ needs }) => needs.person),
        ),
      ]),
    );
    return profiles;
  }

  private async addSegments(profiles: Map<string, Profile>, users: string[], ids: string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += segmentsAtOnce) {
      const segment_ids = ids.slice(from, from + segmentsAtOnce);
      await inHalves(users, async (user_ids) => {
        const memberships = await this.bus.call(segmentMemberships, { user_ids, segment_ids }, patience);
        for (const [index, userId] of user_ids.entries()) {
          for (const segment of memberships[index] ?? []) profiles.get(userId)?.segments.add(segment);
        }
      });
    }
  }

  private addCards(profiles: Map<string, Profile>, users: string[]): Promise<void> {
    return inHalves(users, async (user_ids) => {
      for (const { user_id, cards, optins } of await this.bus.call(audienceOf, { user_ids }, patience)) {
        const profile = profiles.get(user_id);
        if (!profile) continue;
        profile.cards = cards;
        profile.optins = new Set(optins);
      }
    });
  }

  private addPeople(profiles: Map<string, Profile>, users: string[]): Promise<void> {
    return inHalves(users, async (user_ids) => {
      for (const person of await this.bus.call(peopleOf, { user_ids }, patience)) {
        const profile = profiles.get(person.user_id);
        if (profile) profile.person = person;
      }
    });
  }
}

/** Asks about all users at once. When the answer would be too large or comes too late, asks about each half. */
async function inHalves(users: string[], ask: (users: string[]) => Promise<void>): Promise<void> {
  if (users.length === 0) return;
  try {
    await ask(users);
  } catch (error) {
    if (!isTooMuch(error, users.length)) throw error;
    const half = users.length >> 1;
    await inHalves(users.slice(0, half), ask);
    await inHalves(users.slice(half), ask);
  }
}

function isTooMuch(error: unknown, users: number): boolean {
  if (!(error instanceof Problem)) return false;
  if (error.code === 'body-too-large') return users > 1;
  return error.cause instanceof Error && error.cause.name === 'TimeoutError' && users > fewUsers;
}

import { audienceOf, knownToCards, type Audience } from '@ces/contracts/cards/audience';
import { letDefinitionGo, useDefinition, type DefinitionUse } from '@ces/contracts/events/definition-use';
import { getDefinition, validateEvents } from '@ces/contracts/events/events';
import { peopleOf } from '@ces/contracts/identity/people';
import { knownUsers } from '@ces/contracts/identity/users';
import { knownSegments, segmentMemberships, useSegments } from '@ces/contracts/segments/segment-use';
import { eventually } from '@ces/testing/eventually';
import type { RunningService } from '@ces/testing/services/start-service';

const accepted = {
  accepted: { id: '', event_name: '', version: 1, status: 'accepted' as const, received_at: '' },
  replayed: false,
};

/** The answers of other services. Specs set them. */
export abstract class OtherServices {
  readonly audiences = new Map<string, Partial<Audience>>();
  readonly segments = new Map<string, string[]>();
  readonly unknownSegments: string[] = [];
  /** The answer of events when a use is registered: the newest version. */
  answerUse: (use: DefinitionUse) => { version: number } | null = ({ version }) => ({ version });
  /** The segments of each registration of a campaign. */
  readonly registeredSegments: string[][] = [];
  readonly questions: { of: 'people' | 'cards' | 'segments'; users: number }[] = [];
  /** A question about more users than this gets no answer. */
  mostAnswered = Number.POSITIVE_INFINITY;
  definitionVersion = 1;
  schema: object = { type: 'object', properties: { amount: { type: 'integer' } } };

  async asked(): Promise<void> {
    await eventually(
      () => {
        if (this.questions.length === 0) throw new Error('no service has been asked');
      },
      10_000,
      10,
    );
  }

  protected async answer(service: RunningService): Promise<void> {
    await this.answerForEvents(service);
    await service.answer(useSegments, ({ segment_ids }) => {
      this.registeredSegments.push(segment_ids);
      return { used: segment_ids };
    });
    await service.answer(knownSegments, ({ segment_ids }) => ({
      segment_ids: segment_ids.filter((id) => !this.unknownSegments.includes(id)),
    }));
    await service.answer(knownUsers, ({ user_ids }) => user_ids);
    await service.answer(knownToCards, (names) => names);
    await service.answer(peopleOf, ({ user_ids }) =>
      this.answerAbout('people', user_ids, (user_id) => ({ user_id, active: true })),
    );
    await service.answer(audienceOf, ({ user_ids }) =>
      this.answerAbout('cards', user_ids, (user_id) => ({
        ...{ cards: [], optins: [] },
        ...this.audiences.get(user_id),
        user_id,
      })),
    );
    await service.answer(segmentMemberships, ({ user_ids, segment_ids }) =>
      this.answerAbout('segments', user_ids, (userId) =>
        segment_ids.filter((id) => this.segments.get(userId)?.includes(id)),
      ),
    );
  }

  private async answerForEvents(service: RunningService): Promise<void> {
    await service.answer(getDefinition, ({ event_name }) => ({
      event_name,
      version: this.definitionVersion,
      created: '',
      definition: this.schema,
      retired_at: event_name === 'retired' ? new Date().toISOString() : null,
    }));
    await service.answer(useDefinition, (use) => this.answerUse(use));
    await service.answer(letDefinitionGo, () => ({ deleted: true as const }));
    await service.answer(validateEvents, ({ submissions }) => submissions.map(() => accepted));
  }

  private answerAbout<T>(of: 'people' | 'cards' | 'segments', userIds: string[], about: (userId: string) => T) {
    this.questions.push({ of, users: userIds.length });
    return userIds.length > this.mostAnswered ? undefined : userIds.map(about);
  }
}

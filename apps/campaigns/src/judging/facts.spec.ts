import type { Effect, NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import type { Trigger } from '@ces/contracts/campaigns/campaign-trigger';
import type { WriteEffect } from '@ces/messaging/facts/on-fact';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { randomUUID } from 'node:crypto';
import { CampaignsUnderTest, newUser } from '../../test/run-campaigns.js';
import { FactsController } from './facts.controller.js';

describe('campaigns that facts of services set off', () => {
  let service: CampaignsUnderTest;
  let effects: Effect[];

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
    const stack = await service.newStack();
    effects = [{ type: 'transaction', stack_id: stack.id, value: 1 }];
  });

  afterAll(() => service.stop());

  const runs = (trigger: Trigger, condition: string | null = null): Promise<{ id: string }> =>
    service.run({ trigger, condition, effects } satisfies Omit<NewCampaign, 'name'>);
  const facts = () => service.app.get(FactsController);
  const delivered = <Payload extends object>(payload: Payload, messageId = newId()) => ({
    ...{ messageId, payload },
    call: { requestId: 'spec' },
  });

  /** Handles facts as their consumer does, twice. */
  async function handle(ids: string[], judge: () => Promise<WriteEffect>): Promise<void> {
    for (let n = 0; n < 2; n += 1) {
      const act = await judge();
      await service.app.get(Transactions).run(() => act(new Set(ids)));
    }
  }

  const grantsOf = async (user: string) =>
    (
      await service.query<{ campaign_id: string }>(
        'SELECT campaign_id FROM ledger WHERE user_id = $1 ORDER BY campaign_id',
        [user],
      )
    ).map(({ campaign_id }) => campaign_id);

  it('grant once for an activation that is told twice', async () => {
    const [{ id }, user] = [await runs({ lifecycle: 'user-activated' }, 'event.user_id == user.id'), newUser()];
    const fact = delivered({ user_id: user });
    await handle([fact.messageId], () => facts().activated([fact]));
    expect(await grantsOf(user)).toEqual([id]);
  });

  it('read the card of the fact', async () => {
    const condition = 'event.card_id == "k" && event.card_definition == "default" && event.card_tier_id == "gold"';
    const [{ id }, user, other] = [await runs({ lifecycle: 'card-added' }, condition), newUser(), newUser()];
    const card = { card_id: 'k', card_definition: 'default', card_tier_id: 'gold', card_tier: 'Gold', identifier: '1' };
    const some = [
      delivered({ user_id: user, ...card }),
      delivered({ user_id: other, ...card, card_tier_id: 'silver' }),
    ];
    await handle(
      some.map(({ messageId }) => messageId),
      () => facts().cardAdded(some),
    );
    expect([await grantsOf(user), await grantsOf(other)]).toEqual([[id], []]);
  });

  it('read the answer of the fact', async () => {
    const condition = 'event.survey_id == "s" && event.question_id == "q" && event.answer_id == "a"';
    const [{ id }, user] = [await runs({ lifecycle: 'survey-answered' }, condition), newUser()];
    const fact = delivered({ user_id: user, answer: { survey_id: 's', question_id: 'q', answer_id: 'a' } });
    await handle([fact.messageId], () => facts().surveyAnswered([fact]));
    expect(await grantsOf(user)).toEqual([id]);
  });

  it('are those of the segment that the user has entered', async () => {
    const [segment_id, other_id] = [randomUUID(), randomUUID()];
    const [{ id }, user] = [await runs({ lifecycle: 'segment-entered', segment_id }), newUser()];
    await runs({ lifecycle: 'segment-entered', segment_id: other_id });
    const fact = delivered({ user_id: user, segment_id });
    await handle([fact.messageId], () => facts().enteredSegment([fact]));
    expect(await grantsOf(user)).toEqual([id]);
    const outcomes = await service.outcomes({ id: fact.messageId, payload: fact.payload });
    expect(outcomes).toMatchObject([{ campaign_id: id, matched: true }]);
  });

  it('are others than those of an event of the same name', async () => {
    const [onEvent, onFact, user] = [
      await runs({ event_name: 'card-added' }),
      await runs({ lifecycle: 'card-added' }, 'event.card_id == "named"'),
      newUser(),
    ];
    await service.submit([service.fact(user, 'card-added', { card_id: 'named' })]);
    expect(await grantsOf(user)).toEqual([onEvent.id]);
    const fact = delivered({
      user_id: user,
      card_id: 'named',
      card_definition: '',
      card_tier_id: '',
      identifier: '',
      card_tier: '',
    });
    await handle([fact.messageId], () => facts().cardAdded([fact]));
    expect(await grantsOf(user)).toEqual([onEvent.id, onFact.id].sort());
  });

  it('count only the facts of a set that were not handled before', async () => {
    const [{ id }, first, second] = [
      await runs({ lifecycle: 'user-activated' }, 'user.id != ""'),
      newUser(),
      newUser(),
    ];
    const some = [first, second].map((user_id) => delivered({ user_id }));
    const act = await facts().activated(some);
    await service.app.get(Transactions).run(() => act(new Set([some[1]?.messageId ?? ''])));
    expect([await grantsOf(first), (await grantsOf(second)).includes(id)]).toEqual([[], true]);
  });

  describe('and the time of a run', () => {
    const from = Date.parse('2026-06-01T12:00:00.000Z');
    const until = Date.parse('2026-06-01T13:00:00.000Z');

    /** How many of these events are granted by a campaign that ran for an hour. */
    async function granted(event_name: string, moments: number[]): Promise<boolean[]> {
      const campaign = await service.run({ trigger: { event_name }, effects });
      await service.ran(campaign, 1, new Date(from).toISOString(), new Date(until).toISOString());
      const some = moments.map((at) => service.fact(newUser(), event_name, {}, new Date(at)));
      await service.submit(some);
      return Promise.all(some.map(async ({ payload }) => (await grantsOf(payload.user_id)).length === 1));
    }

    it('begin with the moment of their start and end before that of their stop', async () => {
      expect(await granted('run-bounds', [from - 1, from, until - 1, until])).toEqual([false, true, true, false]);
    });

    it('are also known for events of the last two days, without the tables of older runs', async () => {
      const campaign = await service.run({ trigger: { event_name: 'recent' }, effects });
      const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000);
      await service.ran(campaign, 1, hours(30).toISOString(), hours(10).toISOString());
      const some = [31, 29, 11, 9].map((ago) => service.fact(newUser(), 'recent', {}, hours(ago)));
      await service.submit(some);
      const counts = await Promise.all(some.map(async ({ payload }) => (await grantsOf(payload.user_id)).length));
      expect(counts).toEqual([0, 1, 1, 0]);
    });
  });

  it('ask about no more than 500 segments at once', async () => {
    const ids = Array.from({ length: 501 }, () => randomUUID());
    for (let at = 0; at < 501; at += 167) {
      const audience = { include_segments: ids.slice(at, at + 100), exclude_segments: ids.slice(at + 100, at + 167) };
      await service.run({ trigger: { event_name: 'many-segments' }, effects, audience });
    }
    const fact = service.fact(newUser(), 'many-segments');
    service.segments.set(
      fact.payload.user_id,
      [ids[0], ids[334], ids[500]].flatMap((id) => id ?? []),
    );
    service.questions.length = 0;
    await service.submit([fact]);
    expect(service.questions.filter(({ of }) => of === 'segments')).toHaveLength(2);
    const outcomes = (await service.outcomes(fact)) ?? [];
    expect(outcomes.map(({ matched }) => matched).sort()).toEqual([false, false, true]);
  });
});

import type { IssuedCards } from '@ces/contracts/cards/card-administration';
import type { CardDefinition } from '@ces/contracts/cards/card-definitions';
import type { OptinDefinition } from '@ces/contracts/cards/optins';
import type { ApiAnswer } from '@ces/testing/api-client';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { begun } from '@ces/testing/registrations';
import { randomUUID } from 'node:crypto';
import { DataSource, type QueryRunner } from 'typeorm';

/** What one request changes while another waits for it. A session of the test's own is the one that is waited for. */
describe('two who change cards or opt-ins at the same time', () => {
  let platform: Platform;
  let definition: CardDefinition;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards');
    const tiers = [{ name: 'Silver' }, { name: 'Gold' }];
    const made = await platform.api.post(`${admin}/card-definitions`, { name: 'two', users_per_card: 2, tiers });
    definition = made.body as CardDefinition;
  }, 60_000);

  afterAll(() => platform.stop());

  const admin = '/api/1/admin';
  const database = () => platform.cards.get(DataSource);
  const issue = async () => {
    const answer = await platform.api.post(`${admin}/cards`, {
      definition: definition.id,
      identifiers: [randomUUID()],
    });
    return (answer.body as IssuedCards).cards[0] as IssuedCards['cards'][number];
  };
  const add = ({ auth_nonce }: { auth_nonce: string }, identifier: string) =>
    platform.api.post('/api/1/card/add', { auth_nonce, identifier });
  const transfer = (id: string, identifier: string) =>
    platform.api.post(`${admin}/cards/${id}:transfer`, { identifier });

  /** Lets the request run into what `first` has locked, and then ends `first`. */
  const during = async (first: (session: QueryRunner) => Promise<unknown>, request: () => Promise<ApiAnswer>) => {
    const session = database().createQueryRunner();
    await session.startTransaction();
    await first(session);
    const answer = request();
    await eventually(async () => {
      const [waiting] = await database().query<{ n: number }[]>(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(waiting?.n).toBe(1);
    });
    await session.commitTransaction();
    await session.release();
    return answer;
  };
  const toGold = (id: string) => (session: QueryRunner) =>
    session.query('UPDATE card SET tier_id = $2 WHERE id = $1', [id, definition.tiers[1]?.card_tier_id]);

  it('a card that moves to another tier meanwhile is found all the same', async () => {
    const [one, two, three] = [await issue(), await issue(), await issue()];
    const who = await begun(platform);
    const gold = { status: 200, body: { card_tier: { name: 'Gold' } } };
    expect(await during(toGold(one.id), () => add(who, one.identifier))).toMatchObject(gold);
    expect(await during(toGold(two.id), () => transfer(two.id, randomUUID()))).toMatchObject(gold);
    const block = { body: { state: 'blocked' } };
    expect(
      await during(toGold(three.id), () => platform.api.send('PATCH', `${admin}/cards/${three.id}`, block)),
    ).toMatchObject(gold);
  });

  it('a number that another card takes over meanwhile leads to that card', async () => {
    const [spare, lost] = [await issue(), await issue()];
    const answer = await during(
      async (session) => {
        await session.query('UPDATE card SET identifier_actual = $2 WHERE id = $1', [lost.id, spare.identifier]);
        await session.query(`UPDATE card SET state = 'replaced', replaced_by = $2 WHERE id = $1`, [spare.id, lost.id]);
      },
      async () => add(await begun(platform), spare.identifier),
    );
    expect(answer).toMatchObject({ status: 200, body: { id: lost.id, identifier_actual: spare.identifier } });
  });

  it('a card is told of to those only who have it when the change is made', async () => {
    const card = await issue();
    const who = await begun(platform);
    await add(who, card.identifier);
    const user = await platform.asUser(who.user_id, 'cards');
    const answer = await during(toGold(card.id), () => user.send('DELETE', `/api/1/card/${card.id}`));
    expect(answer.status).toBe(200);
  });

  it('an opt-in that is changed or retired by five at once is found by all of them', async () => {
    const text = (name: string) => ({
      name: { en_GB: name },
      description: { en_GB: name },
      purpose: { name: 'marketing', can_be_updated: true, required: false },
    });
    const { id } = (await platform.api.post(`${admin}/optins`, text('News'))).body as OptinDefinition;
    const newText = async (session: QueryRunner) => {
      await session.query('SELECT 1 FROM optin WHERE id = $1 FOR UPDATE', [id]);
      await session.query(
        `INSERT INTO optin_text SELECT optin_id, version + 1, name, description, purpose FROM optin_text
          WHERE optin_id = $1 ORDER BY version DESC LIMIT 1`,
        [id],
      );
      await session.query('UPDATE optin SET text_version = text_version + 1 WHERE id = $1', [id]);
    };
    const put = await during(newText, () => platform.api.put(`${admin}/optins/${id}`, text('Daily news')));
    expect(put).toMatchObject({ status: 200, body: { text_version: 3 } });
    expect(await during(newText, () => platform.api.send('DELETE', `${admin}/optins/${id}`))).toMatchObject({
      status: 200,
    });
  });
});

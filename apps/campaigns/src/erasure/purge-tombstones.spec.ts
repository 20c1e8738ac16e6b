import { CampaignsUnderTest, newUser } from '../../test/run-campaigns.js';

describe('the chore purge-tombstones', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

  afterAll(() => service.stop());

  it('deletes dead letters of erased users, also letters that came after the erasure', async () => {
    const [erased, other] = [service.fact(newUser(), 'dead'), service.fact(newUser(), 'dead')];
    for (const { id, payload } of [erased, other]) {
      const text = JSON.stringify({ ...payload, data: JSON.stringify({ user_id: erased.payload.user_id, nul: '\0' }) });
      await service.query(`INSERT INTO dead_letter VALUES ($1, 'c', 's', $1, $2, 'e', 6)`, [id, text]);
    }
    // The tombstone is on its last day.
    await service.query(`INSERT INTO erased_user VALUES (sha256($1), now() - interval '8 days')`, [
      Buffer.from(erased.payload.user_id),
    ]);
    await service.chore('purge-tombstones');
    expect(await service.query('SELECT id FROM dead_letter')).toEqual([{ id: other.id }]);
    expect(await service.query('SELECT FROM erased_user')).toEqual([]);
  });
});

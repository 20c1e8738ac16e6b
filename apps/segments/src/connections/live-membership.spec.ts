import { connectionCreated } from '@ces/contracts/identity/users';
import { segmentMembers } from '@ces/contracts/segments/segments';
import { newId } from '@ces/messaging/storage/ids';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { eventually } from '@ces/testing/eventually';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { SegmentWorld } from '../../test/segment-world.js';

describe('the members of a segment', () => {
  let world: SegmentWorld;

  beforeAll(async () => {
    world = await SegmentWorld.start();
  });

  afterAll(() => world.stop());

  const connect = (owner: string) => world.identity.connect(owner);

  it('follow connections that come and go, also of a user who has two', async () => {
    const [one, other, third] = [randomUUID(), randomUUID(), randomUUID()];
    const { id } = await world.importAndProcess([one, other, third]);
    const user = await connect(one);
    await world.counts(id, 1);
    await world.identity.connect(other, user);
    await connect(third);
    await world.counts(id, 2);
    await world.identity.disconnect(one);
    await world.identity.disconnect(third);
    await world.counts(id, 1);
    expect(await world.members(id)).toEqual([user]);
    await world.identity.disconnect(other);
    await world.counts(id, 0);
  });

  it('lose a user whose account is closed, and have the user back when it is restored', async () => {
    const owner = randomUUID();
    const { id } = await world.importAndProcess([owner]);
    const user = await connect(owner);
    await world.counts(id, 1);
    await world.identity.close(user);
    await world.counts(id, 0);
    expect(await world.members(id)).toEqual([]);
    await world.identity.restore(user);
    await world.counts(id, 1);
  });

  it('hold the last user of an owner that changes hands often', async () => {
    const owner = randomUUID();
    const { id } = await world.importAndProcess([owner]);
    const users = [await connect(randomUUID()), await connect(randomUUID())];
    for (let turn = 0; turn < 10; turn += 1) {
      await world.identity.connect(owner, users[turn % 2] ?? '');
      if (turn < 9) await world.identity.disconnect(owner);
    }
    await eventually(async () => {
      expect(await world.members(id)).toEqual([users[1]]);
    });
    await world.counts(id, 1);
  });

  it('count a fact that comes twice once, and one that is no longer true not at all', async () => {
    const [owner, gone] = [randomUUID(), randomUUID()];
    const { id } = await world.importAndProcess([owner, gone]);
    const user_id = await connect(owner);
    await world.counts(id, 1);
    const { nats } = world.service.messaging;
    const facts = [owner, owner, gone].map((owner_id) => ({
      id: newId(),
      payload: JSON.stringify({ provider_name: 'acme', owner_id, user_id }),
    }));
    const publish = async () =>
      (await nats.jetstream()).publish(nats.subject('fact', connectionCreated.subject), JSON.stringify(facts));
    await publish();
    // The inbox recognises the second copy of the same message.
    const { seq } = await publish();
    await eventually(async () => {
      const consumer = 'segments-identity-connection-created';
      const info = await (await nats.manager()).consumers.info(nats.streamOf('identity'), consumer);
      expect(info.ack_floor.stream_seq).toBeGreaterThanOrEqual(seq);
    });
    expect((await world.read(id)).internalUserCount).toBe(1);
  });

  it('include every user who was connected before the file was uploaded', async () => {
    for (let round = 0; round < 10; round += 1) {
      const owners = Array.from({ length: 20 }, () => randomUUID());
      await Promise.all(owners.map(connect));
      expect((await world.importAndProcess(owners)).internalUserCount).toBe(owners.length);
    }
  });

  it('are copied by the comparison with identity, which mends every row that differs', async () => {
    const owners = Array.from({ length: 50 }, () => randomUUID());
    const users = await Promise.all(owners.map(connect));
    const { id } = await world.importAndProcess(owners);
    await world.counts(id, 50);
    await world.sql(`DELETE FROM connection WHERE owner_id = ANY ($1)`, [owners.slice(0, 10)]);
    await world.sql('UPDATE connection SET user_id = $2 WHERE owner_id = $1', [owners[20], users[21]]);
    await world.sql(`INSERT INTO connection (provider_name, owner_id, user_id, open) VALUES ('acme', $1, 'x', true)`, [
      newId(),
    ]);
    await world.sql('UPDATE segment SET internal_count = 39 WHERE id = $1', [id]);
    await world.sql('UPDATE connection_walk SET complete = false, position = NULL');
    await world.runChore('compare-connections');
    expect(await world.sql('SELECT complete FROM connection_walk')).toEqual([{ complete: true }]);
    expect((await world.read(id)).internalUserCount).toBe(50);
    expect(await world.members(id)).toEqual([...users].sort());
    expect(await world.sql(`SELECT FROM connection WHERE user_id = 'x'`)).toEqual([]);
  });

  it('are those whose identifier is in the file letter by letter', async () => {
    const odd = ['Ab', 'back\\slash', 'tab\there', '\\N', '\\.', 'ü😀', "it's", 'cr\rcr'].map(
      (each) => `${each}${randomUUID()}`,
    );
    const users = await Promise.all(odd.map(connect));
    await connect(odd[0]?.toLowerCase() ?? '');
    const { id } = await world.importAndProcess(odd);
    expect(await world.members(id)).toEqual(users.sort());
    expect(await world.read(id)).toMatchObject({ externalUserCount: odd.length, internalUserCount: odd.length });
  });

  it('are those of its own provider, also when the next file is of another', async () => {
    const [owner, user, foreign] = [randomUUID(), 'u'.repeat(25), 'v'.repeat(25)];
    await world.sql(
      `INSERT INTO connection (provider_name, owner_id, user_id, open) VALUES ('acme', $1, $2, true), ('other', $1, $3, true)`,
      [owner, user, foreign],
    );
    const { id } = await world.importAndProcess([owner]);
    expect(await world.members(id)).toEqual([user]);
    await world.importAndProcess([owner], { segment_id: id, identifier: 'other' });
    expect(await world.members(id)).toEqual([foreign]);
    expect((await world.read(id)).internalUserCount).toBe(1);
    await world.sql('DELETE FROM connection WHERE owner_id = $1', [owner]);
  });

  it('come in pages in the order of their ids, each once', async () => {
    const owners = Array.from({ length: 5 }, () => randomUUID());
    const users = await Promise.all(owners.map(connect));
    const twice = randomUUID();
    await world.identity.connect(twice, users[0]);
    const { id } = await world.importAndProcess([...owners, twice]);
    const page = (more: object) => world.bus.call(segmentMembers, { segment_id: id, ...more });
    const sorted = [...users].sort();
    const first = await page({ limit: 2 });
    expect(first).toEqual({ items: sorted.slice(0, 2).map((user_id) => ({ user_id })), next: sorted[1] });
    expect(await page({ limit: 3, cursor: first.next ?? '' })).toEqual({
      items: sorted.slice(2).map((user_id) => ({ user_id })),
      next: null,
    });
    await expect(page({ cursor: 'x' })).rejects.toMatchObject({ code: 'parameter-invalid' });
  });

  it('are unknown before the first file is processed', async () => {
    const owner = randomUUID();
    const user = await connect(owner);
    await world.copied(user);
    const id = await world.service.app.get(DataSource).transaction(async (tx) => {
      // A file comes into force under this lock.
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('copy of connections', 0))`);
      const segment = await world.import([owner]);
      await untilBlocked(world.service, { statement: 'copy of connections' });
      expect(await world.bus.call(segmentMembers, { segment_id: segment.id })).toEqual({ items: [], next: null });
      return segment.id;
    });
    await world.processed(id);
    expect(await world.members(id)).toEqual([user]);
  });

  describe('are compared with identity', () => {
    /** Whether the next run of the chore finds a row that identity does not have. */
    const compares = async (walk: string): Promise<boolean> => {
      await world.sql(
        `UPDATE connection_walk SET complete = true, position = NULL, ended_at = now(), alive_at = now()`,
      );
      await world.sql(
        `INSERT INTO connection (provider_name, owner_id, user_id, open) VALUES ('acme', 'stray', 'x', true)`,
      );
      await world.sql(`UPDATE connection_walk SET ${walk}`);
      await world.runChore('compare-connections');
      const found = await world.sql(`DELETE FROM connection WHERE owner_id = 'stray' RETURNING 1`);
      return found[0] === undefined || (found as [unknown[], number])[1] === 0;
    };

    it.each([
      [`ended_at = now() - interval '25 hours'`, true],
      [`ended_at = now() - interval '23 hours'`, false],
      [`alive_at = now() - interval '13 hours'`, true],
      [`alive_at = now() - interval '11 hours'`, false],
      [`complete = false`, true],
      [`position = '{"provider_name":"acme","owner_id":""}'`, true],
    ])('when %s: %s', async (walk, expected) => {
      expect(await compares(walk)).toBe(expected);
    });

    it('from the beginning after an absence, whatever position was reached', async () => {
      const beyond = `position = '{"provider_name":"zzz","owner_id":""}'`;
      expect(await compares(beyond)).toBe(false);
      expect(await compares(`${beyond}, alive_at = now() - interval '13 hours'`)).toBe(true);
    });
  });
});

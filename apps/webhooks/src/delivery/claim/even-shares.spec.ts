import { eventually } from '@ces/testing/eventually';
import { setTimeout as sleep } from 'node:timers/promises';
import { numbered, WebhookWorld } from '../../../test/webhook-world.js';
import { LeaseTerms } from '../lease-terms.js';

describe('the webhooks of several replicas', () => {
  let world: WebhookWorld;

  beforeEach(async () => {
    world = await WebhookWorld.start();
  });

  afterEach(() => world.stop());

  const register = async (perClient: number): Promise<number> => {
    for (const name of ['a', 'b', 'c'])
      await world.registerMany(numbered(`/${name}`, perClient), world.identity.addClient().id);
    return 3 * perClient;
  };
  const shares = async (): Promise<Map<string, number>> => {
    const rows = await world.sql<{ owner: string; n: number }>(
      `SELECT lease_owner AS owner, count(*)::int AS n FROM delivery
        WHERE lease_owner IS NOT NULL AND lease_until > now() GROUP BY 1`,
    );
    return new Map(rows.map(({ owner, n }) => [owner, n]));
  };
  const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0);

  it('are claimed in even shares when all are due at once', async () => {
    for (let n = 0; n < 2; n += 1) await world.service.replica();
    const total = await register(80);
    const { letGo } = world.receiver.hold('/');
    // Each replica has heard of the others.
    await sleep(1_500);
    await world.transactions(['e1']);
    const claimed = await eventually(async () => {
      const each = [...(await shares()).values()];
      expect(sum(each)).toBe(total);
      return each;
    }, 20_000);
    letGo();
    expect(claimed).toHaveLength(3);
    expect(Math.max(...claimed)).toBeLessThan(total / 2);
    expect(Math.min(...claimed)).toBeGreaterThan(total / 6);
  });

  it('are shared with a replica that starts later, although none of them has a pause', async () => {
    const total = await register(10);
    world.receiver.behaviour = (_, response) => void sleep(20).then(() => response.writeHead(200).end());
    const end = new AbortController();
    const telling = (async () => {
      for (let n = 0; !end.signal.aborted; n += 1) {
        await world.transactions([`e${n}`]);
        await sleep(200);
      }
    })();
    const own = world.app.get(LeaseTerms).owner;
    await eventually(async () => {
      expect((await shares()).get(own)).toBe(total);
    }, 20_000);
    await world.service.replica();
    await eventually(async () => {
      expect((await shares()).get(own)).toBeLessThan((total * 2) / 3);
    }, 20_000);
    end.abort();
    await telling;
  });
});

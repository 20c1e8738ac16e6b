import { eventually } from '@ces/testing/eventually';
import { setTimeout as sleep } from 'node:timers/promises';
import { numbered, WebhookWorld } from '../../../test/webhook-world.js';
import { LeaseTerms } from '../lease-terms.js';

describe('the webhooks of several replicas', () => {
  let world: WebhookWorld;

  beforeEach(async () => {
    world = await WebhookWorld.start();
  }, 60_000);

  afterEach(() => world.stop());

  /** Registers webhooks of three clients. */
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
  /** Publishes events so often that no courier has a pause. */
  const tellUntil = async (end: AbortSignal): Promise<void> => {
    for (let n = 0; !end.aborted; n += 1) {
      await world.transactions([`e${n}`]);
      await sleep(200);
    }
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
  }, 60_000);

  it('are shared with a replica that starts later, although none of them has a pause', async () => {
    const total = await register(10);
    world.receiver.behaviour = (_, response) => void sleep(20).then(() => response.writeHead(200).end());
    const end = new AbortController();
    const telling = tellUntil(end.signal);
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
  }, 90_000);

  it('are shared with a replica that starts later, although those that came first hang', async () => {
    const [hung, quick] = [numbered('/hung', 12), numbered('/quick', 12)];
    await world.registerMany(hung, world.identity.addClient().id);
    const { paths, letGo } = world.receiver.hold('/hung');
    const end = new AbortController();
    const telling = tellUntil(end.signal);
    await eventually(() => {
      expect(paths).toHaveLength(hung.length);
    });
    await world.registerMany(quick, world.identity.addClient().id);
    const own = world.app.get(LeaseTerms).owner;
    await eventually(async () => {
      expect((await shares()).get(own)).toBe(hung.length + quick.length);
    }, 20_000);
    await world.service.replica();
    await eventually(async () => {
      expect((await shares()).get(own)).toBeLessThan(hung.length + quick.length / 2);
    }, 20_000);
    end.abort();
    await telling;
    letGo();
  }, 90_000);
});

import { withGateway, type GatewayProcess } from '../../gateway-process.ts';
import type { Tally } from '../../tally.ts';
import type { World } from '../../world.ts';
import { severalAtOnce } from './several-at-once.ts';

const BEHIND = 14_000;
const AT_ONCE = 32;

/**
 * A good token with another suffix each time. If the gateway kept these among the tokens that it has checked, they
 * would fill its memory and displace all others.
 */
export async function tryTokenMemory(world: World, tally: Tally): Promise<void> {
  const good = await world.clientToken(await world.newClient());
  const many = world.count(12_000, 2_000);
  await withGateway(world, {}, async (gateway) => {
    // The first flood grows the memory to what requests of this size need.
    await flood(gateway, many, `Basic ${good}`);
    const before = gateway.residentMb();
    const accepted = await flood(gateway, many, `Bearer ${good}`);
    const [grown, sent] = [gateway.residentMb() - before, (many * BEHIND) / 1_048_576];
    tally.check(`${many} tokens with 14 KB behind them are refused`, accepted === 0, `${accepted} were accepted`);
    const told = `${grown.toFixed(0)} MB more after ${sent.toFixed(0)} MB`;
    // A kept token costs more than its text, because it needs an entry in the cache.
    tally.check('the gateway keeps none of them', grown < sent, told);
  });
}

/** Returns the number of requests whose answer was not 401. */
async function flood(gateway: GatewayProcess, many: number, authorization: string): Promise<number> {
  const statuses = await severalAtOnce(many, AT_ONCE, async (n) => {
    const headers = { authorization: `${authorization} ${String(n).padEnd(BEHIND, 'x')}` };
    return (await gateway.send({ path: '/api/1/user/person/fields', headers })).status;
  });
  return statuses.filter((status) => status !== 401).length;
}

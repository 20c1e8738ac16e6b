import { withGateway, type GatewayProcess } from '../../gateway-process.ts';
import { settingsOf } from '../../settings.ts';
import type { Tally } from '../../tally.ts';
import { eventually, type World } from '../../world.ts';
import { severalAtOnce } from './several-at-once.ts';

const BEHIND = 14_000;
const AT_ONCE = 32;

/**
 * A good token with another suffix each time. If the gateway kept these among the tokens that it has checked, they
 * would fill its memory and displace all others.
 */
export async function tryTokenMemory(world: World, tally: Tally): Promise<void> {
  const good = await world.clientToken(await world.newClient());
  // Fewer than the gateway keeps of good tokens: none would be displaced before we measure.
  const many = world.count(12_000, 2_000);
  const preload = new URL('./tell-heap.mjs', import.meta.url).href;
  const options = `${settingsOf(world.stack, 'gateway')['NODE_OPTIONS'] ?? ''} --import=${preload}`;
  await withGateway(world, { NODE_OPTIONS: options }, async (gateway) => {
    const before = await usedMb(gateway);
    const accepted = await flood(gateway, many, good);
    const [grown, sent] = [(await usedMb(gateway)) - before, (many * BEHIND) / 1_048_576];
    tally.check(`${many} tokens with 14 KB behind them are refused`, accepted === 0, `${accepted} were accepted`);
    const told = `${grown.toFixed(0)} MB more after ${sent.toFixed(0)} MB`;
    tally.check('the gateway keeps none of them', grown < sent / 2, told);
  });
}

/** The memory that a collection of garbage leaves. Without one, the figure depends on when the last one was. */
async function usedMb(gateway: GatewayProcess): Promise<number> {
  const told = (): string[] => [...gateway.log().matchAll(/memory in use: (\d+)/g)].map(([, bytes]) => bytes ?? '');
  const before = told().length;
  process.kill(gateway.pid, 'SIGUSR2');
  const bytes = await eventually('the memory in use', () => Promise.resolve(told()[before]));
  return Number(bytes) / 1_048_576;
}

/** Returns the number of requests whose answer was not 401. */
async function flood(gateway: GatewayProcess, many: number, good: string): Promise<number> {
  const statuses = await severalAtOnce(many, AT_ONCE, async (n) => {
    const headers = { authorization: `Bearer ${good} ${String(n).padEnd(BEHIND, 'x')}` };
    return (await gateway.send({ path: '/api/1/user/person/fields', headers })).status;
  });
  return statuses.filter((status) => status !== 401).length;
}

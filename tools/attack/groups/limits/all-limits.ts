import { codeOf, describe, type Answer } from '../../send.ts';
import { RECEIVERS } from '../../settings.ts';
import type { Tally } from '../../tally.ts';
import { eventually, type World } from '../../world.ts';
import { tryMails } from './mail-limits.ts';
import { severalAtOnce } from './several-at-once.ts';
import { trySignIns } from './sign-in-limits.ts';
import { tryTokenMemory } from './token-memory.ts';

/** Section 8 of the contract. */
const WEBHOOKS_PER_CLIENT = 50;
const AT_ONCE = 8;
const WEBHOOKS = '/api/1/terminal/webhooks';

/** One caller takes too much: webhooks, mails, sign-ins, entries of the audit log, memory of the gateway. */
export async function limits(world: World, tally: Tally): Promise<void> {
  // Together, because most of them wait for the service.
  const attempts = [tryWebhooks, tryAuditLog, tryMails, trySignIns, tryTokenMemory];
  await Promise.all(attempts.map((attempt) => attempt(world, tally)));
}

async function tryWebhooks(world: World, tally: Tally): Promise<void> {
  const token = await world.clientToken(await world.newClient());
  // The attack never causes this event, so these webhooks get no deliveries.
  const body = { events: ['coupon-stock-low'], url: `http://${RECEIVERS}:9/` };
  const register = (): Promise<Answer> => world.send({ method: 'POST', path: WEBHOOKS, token, body });
  const answers = await severalAtOnce(WEBHOOKS_PER_CLIENT + 10, AT_ONCE, register);
  const made = answers.filter(({ status }) => status === 201);
  const refused = answers.filter((answer) => answer.status === 409 && codeOf(answer) === 'too-many-webhooks');
  tally.check(
    `of ${answers.length} webhooks on one URL, ${AT_ONCE} at once, ${WEBHOOKS_PER_CLIENT} are made`,
    made.length === WEBHOOKS_PER_CLIENT && made.length + refused.length === answers.length,
    answers.map(({ status }) => status).join(' '),
  );
  const [first] = made.map(({ text }) => (JSON.parse(text) as { id: string }).id);
  await world.send({ method: 'DELETE', path: `${WEBHOOKS}/${first ?? ''}`, token });
  const again = [await register(), await register()].map(({ status }) => status);
  tally.check('a deleted webhook makes room for one', again.join(' ') === '201 409', again.join(' '));
}

interface AuditEntry {
  who: string;
  count: number;
}

/** Refused calls are counted, so the log grows only by one entry a minute for each client. */
async function tryAuditLog(world: World, tally: Tally): Promise<void> {
  const client = await world.newClient('users:read');
  const token = await world.clientToken(client);
  const many = world.count(1_000, 100);
  const call = (n: number): Promise<Answer> => world.send({ path: `/api/1/admin/clients/cl_${n}`, token });
  const answers = await severalAtOnce(many, AT_ONCE, call);
  const wrong = answers.find(({ status }) => status !== 403);
  tally.check(`${many} calls without the scope are refused`, wrong === undefined, wrong ? describe(wrong) : '');
  for (let n = 0; n < 20; n += 1) await world.send({ path: `/api/1/admin/clients/cl_${n}`, token: 'x.y.z' });
  const entries = async (): Promise<AuditEntry[]> => {
    const list = await world.asAdmin({ path: '/api/1/admin/audit?limit=500' });
    return (JSON.parse(list.text) as AuditEntry[]).filter(({ who }) => who === client.id || who === '-');
  };
  const own = await eventually('the refused calls in the audit log', async () => {
    const found = await entries();
    return found.reduce((sum, { count }) => sum + count, 0) >= many ? found : undefined;
  });
  // A new minute may begin while the calls are sent.
  tally.check(`${many} refused calls are one entry of the audit log`, own.length <= 2, `${own.length} entries`);
  const strangers = own.filter(({ who }) => who === '-').length;
  tally.check('calls with a bad token are no entry', strangers === 0, `${strangers} entries`);
}

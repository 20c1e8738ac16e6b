import { setTimeout as sleep } from 'node:timers/promises';
import type { Tally } from '../../tally.ts';
import { databaseOf, rowsOf } from '../../true-key.ts';
import { eventually, type World } from '../../world.ts';
import { severalAtOnce } from './several-at-once.ts';

/** Section 4 of the contract. */
const MAILS_A_DAY = 20;
const AT_ONCE = 4;

/** A stranger registers many plus-addresses of one mailbox, and requests the mails again and again. */
export async function tryMails(world: World, tally: Tally): Promise<void> {
  const token = await world.clientToken(await world.newClient());
  const [local = '', domain = ''] = world.newName().split('@');
  const names = Array.from({ length: world.count(30, 22) }, (_, n) => `${local}+${n}@${domain}`);
  await severalAtOnce(names.length, AT_ONCE, async (n) => {
    const { nonce } = await world.beginRegistration(token, names[n]);
    await world.complete(token, nonce);
  });
  const over = names.length - MAILS_A_DAY;
  const left = await eventually(`${over} mails that wait for the next day`, async () => {
    const found = await mailsLeft(world, local);
    return found.length === found.filter(({ waits }) => waits).length ? found : undefined;
  });
  const received = (await world.mailsTo(names)).length;
  const told = `${received} mails came, ${left.length} wait`;
  tally.check(
    `${names.length} plus-addresses of one mailbox get ${MAILS_A_DAY} mails a day`,
    received === MAILS_A_DAY && left.length === over,
    told,
  );
  await tryResends(world, tally, token);
}

async function tryResends(world: World, tally: Tally, token: string): Promise<void> {
  const { username, nonce } = await world.beginRegistration(token);
  await world.complete(token, nonce);
  await world.mailedNonce(username);
  const body = { username };
  const path = '/api/1/user/activator/resend';
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => world.send({ method: 'POST', path, token, body })),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  tally.check('ten requests to mail again are answered alike', statuses.size === 1, [...statuses].join(' '));
  await eventually('the requests to mail again', async () => {
    const left = `SELECT id FROM resend_request WHERE username = '${username}'`;
    return (await rowsOf(databaseOf(world, 'identity'), left)).length === 0 ? true : undefined;
  });
  await sleep(200);
  const mails = (await world.mailsTo([username])).length;
  tally.check('ten requests to mail again within a minute bring no mail', mails === 1, `${mails} mails`);
}

interface MailLeft {
  waits: boolean;
}

/** Unsent mails to this name with any suffix. */
function mailsLeft(world: World, local: string): Promise<MailLeft[]> {
  return rowsOf<MailLeft>(
    databaseOf(world, 'identity'),
    `SELECT due_at > now() + interval '1 hour' AS waits FROM mail_outbox WHERE recipient LIKE '${local}+%'`,
  );
}

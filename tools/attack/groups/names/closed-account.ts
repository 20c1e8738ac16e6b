import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, type Sending } from '../../send.ts';
import type { Tally } from '../../tally.ts';
import type { World } from '../../world.ts';

const TOKEN_CALLS: Record<string, Sending> = {
  'row 17': { method: 'PUT', path: '/api/1/user/optins/change', body: { optins: [] } },
  'row 21': { path: '/api/2/card/user' },
  'row 22': { path: '/api/1/user/person/me' },
  'row 24': { path: '/api/1/user/optins' },
  slips: { path: '/api/1/coupon/slips' },
  balances: { path: '/api/1/stack/balances' },
};

/** Row 9 closes the account for every caller, and frees the owner id for a new user. */
export async function tryClosedAccount(world: World, tally: Tally): Promise<void> {
  const person = await world.register();
  const token = await world.userToken(person, 'profile cards optins account');
  const owner_id = randomUUID();
  const connection = { provider_name: world.file.provider, owner_id };
  await world.asAdmin({ method: 'POST', path: `/api/1/user/connections/${person.user_id}`, body: connection });
  const before = await world.send({ path: '/api/1/user/person/me', token });
  tally.check('control: the token works before', before.status === 200, describe(before));
  await world.asAdmin({ method: 'POST', path: `/api/1/user/${person.user_id}/delete` });
  await sleep(1_000);
  for (const [what, call] of Object.entries(TOKEN_CALLS)) {
    const answer = await world.send({ ...call, token });
    tally.check(`${what} a second after row 9`, answer.status === 401, describe(answer));
  }
  await tryOwnerId(world, tally, person.user_id, owner_id);
}

async function tryOwnerId(world: World, tally: Tally, closed: string, owner_id: string): Promise<void> {
  const path = `/api/1/oauth2/provider/${world.file.provider}/${owner_id}`;
  const found = await world.asAdmin({ path });
  tally.check('row 3 after row 9 finds nobody', found.status === 404, describe(found));
  const answers = await Promise.all(Array.from({ length: 10 }, () => world.asAdmin({ method: 'POST', path })));
  const users = new Set(answers.map(({ text }) => /"user_id":"(\w+)"/.exec(text)?.[1]));
  const wrong = answers.find(({ status }) => status !== 200);
  tally.check('row 5 after row 9, ten times at once', wrong === undefined, wrong ? describe(wrong) : '');
  const one = users.size === 1 && !users.has(closed) && !users.has(undefined);
  tally.check('it makes one new user', one, `${closed}; then ${[...users].join(', ')}`);
  const restored = await world.asAdmin({ method: 'POST', path: `/api/1/admin/users/${closed}:restore` });
  const apart = restored.status === 200 && !restored.text.includes(owner_id);
  tally.check('a restore does not take the owner id back', apart, describe(restored));
}

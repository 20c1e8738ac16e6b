import { randomBytes } from 'node:crypto';
import { authorizeQuery, newAddress } from '../../browser.ts';
import { codeOf, describe, send, type Answer } from '../../send.ts';
import { SIGN_INS_UNDER_WAY } from '../../settings.ts';
import type { Tally } from '../../tally.ts';
import { databaseOf, rowsOf } from '../../true-key.ts';
import { eventually, type World } from '../../world.ts';

const PER_NETWORK = SIGN_INS_UNDER_WAY / 100;
const ANONYMOUS = `user_id IS NULL AND kind IN ('Interaction', 'Session')`;

/** Strangers begin sign-ins and stop there. Each leaves a row, so rows are limited by network and in all. */
export async function trySignIns(world: World, tally: Tally): Promise<void> {
  const client = await world.newClient();
  const begin = (from: string): Promise<Answer> => {
    world.goOn();
    const query = authorizeQuery(client, randomBytes(32).toString('base64url'));
    return send(world.port, { path: `/oauth2/authorize?${query}`, from });
  };
  const flooder = newAddress();
  const answers: Answer[] = [];
  for (let n = 0; n < PER_NETWORK + 10; n += 1) answers.push(await begin(flooder));
  const begun = answers.filter(({ status }) => status === 303).length;
  tally.check(`one network begins ${PER_NETWORK} sign-ins`, begun === PER_NETWORK, `${begun}`);
  expectFull(tally, 'one more sign-in of that network', answers.at(-1));
  const other = await begin(newAddress());
  tally.check('another network may begin one', other.status === 303, describe(other));

  const identity = databaseOf(world, 'identity');
  await rowsOf(
    identity,
    `INSERT INTO oauth_payload (kind, id, payload, expires_at) SELECT 'Interaction', 'attack-' || n, '{}', now() + interval '15 min'
     FROM generate_series(1, ${SIGN_INS_UNDER_WAY}) n`,
  );
  try {
    // Identity counts the rows once a second.
    await eventually('the limit of all networks', async () =>
      (await begin(newAddress())).status === 503 ? true : undefined,
    );
    const count = async (): Promise<number> =>
      (await rowsOf(identity, `SELECT id FROM oauth_payload WHERE ${ANONYMOUS}`)).length;
    const before = await count();
    for (let n = 0; n < world.count(50, 10); n += 1) {
      expectFull(tally, 'a sign-in of a new network when all places are taken', await begin(newAddress()));
    }
    const after = await count();
    tally.check('refused sign-ins leave no row', after <= before, `${before} rows, then ${after}`);
    const token = await world.oauth(client, { grant_type: 'client_credentials' });
    tally.check('clients get tokens meanwhile', token.status === 200, describe(token));
  } finally {
    await rowsOf(identity, `DELETE FROM oauth_payload WHERE id LIKE 'attack-%'`);
  }
  await eventually('a sign-in when the rows are gone', async () =>
    (await begin(newAddress())).status === 303 ? true : undefined,
  );
}

function expectFull(tally: Tally, what: string, answer: Answer = { status: 0, headers: {}, text: '' }): void {
  const held = codeOf(answer) === 'temporarily_unavailable' && Number(answer.headers['retry-after']) >= 1;
  tally.check(`${what}: 503 with Retry-After`, answer.status === 503 && held, describe(answer));
}

import { newAddress } from '../../browser.ts';
import { codeOf, describe, type Answer } from '../../send.ts';
import type { Tally } from '../../tally.ts';
import type { Person, World } from '../../world.ts';

const FREE = 5;

interface Setting {
  world: World;
  tally: Tally;
  token: string;
}

/** A stranger registers with another person's address and a password of the stranger's. The mailbox's owner decides. */
export async function tryActivation(world: World, tally: Tally): Promise<void> {
  const setting = { world, tally, token: await world.clientToken(world.file.admin) };
  await tryToActivate(setting);
  await tryOwnPassword(setting);
  await tryRejection(setting);
}

interface Waiting extends Person {
  /** The stranger knows this nonce; only the mailbox's owner knows `mailed`. */
  auth_nonce: string;
  mailed: string;
}

async function registerOther({ world, token }: Setting): Promise<Waiting> {
  const { nonce, ...person } = await world.beginRegistration(token);
  await world.complete(token, nonce);
  return { ...person, auth_nonce: nonce, mailed: await world.mailedNonce(person.username) };
}

function decide({ world }: Setting, decision: string, body: object, from = newAddress()): Promise<Answer> {
  return world.send({ method: 'POST', path: `/api/1/user/activator/${decision}`, body, from });
}

async function isActive({ world, token }: Setting, { user_id }: Person): Promise<boolean> {
  const details = await world.send({ path: `/api/1/user/details/${user_id}`, token });
  return details.text.includes('"active":true');
}

/** The account must stay inactive after an opened page, after use of what the stranger knows, and after guesses. */
async function tryToActivate(setting: Setting): Promise<void> {
  const { world, tally } = setting;
  const waiting = await registerOther(setting);
  const page = await world.send({ path: '/activate', from: newAddress() });
  await decide(setting, 'registration', { nonce: waiting.mailed });
  tally.check('the page and what it shows change nothing', !(await isActive(setting, waiting)), describe(page));
  for (const [decision, more] of Object.entries({
    uniquelink: {},
    registration: {},
    confirm: { password: waiting.password },
    password: { password: world.newPassword() },
    reject: {},
  })) {
    const answer = await decide(setting, decision, { nonce: waiting.auth_nonce, ...more });
    const refused = answer.status === 400 && codeOf(answer) === 'nonce-invalid';
    tally.check(`${decision} with the nonce of the stranger`, refused, describe(answer));
  }
  const guesser = newAddress();
  const guess = (password: string): Promise<Answer> =>
    decide(setting, 'confirm', { nonce: waiting.mailed, password }, guesser);
  for (let n = 1; n <= FREE; n += 1) {
    const answer = await guess(world.newPassword());
    const refused = answer.status === 400 && codeOf(answer) === 'password-wrong';
    tally.check(`confirm with wrong password ${n}`, refused, describe(answer));
  }
  const sixth = await guess(waiting.password);
  tally.check('confirm after five wrong passwords, with the right one', sixth.status === 429, describe(sixth));
  tally.check('the account is not active then', !(await isActive(setting, waiting)), 'it is active');
}

/** After the owner has chosen a password, the stranger's password and nonce must be useless. */
async function tryOwnPassword(setting: Setting): Promise<void> {
  const { world, tally } = setting;
  const waiting = await registerOther(setting);
  const password = world.newPassword();
  const chosen = await decide(setting, 'password', { nonce: waiting.mailed, password });
  tally.check('control: the owner chooses a password', chosen.status === 200, describe(chosen));
  const grant = (secret: string): Promise<Answer> =>
    world.oauth(world.file.admin, {
      grant_type: 'password',
      username: waiting.username,
      password: secret,
      scope: 'openid',
    });
  const [strangers, own] = [await grant(waiting.password), await grant(password)];
  tally.check('the password of the stranger then', strangers.status === 400, describe(strangers));
  tally.check('control: the password of the owner then', own.status === 200, describe(own));
  await expectDead(setting, waiting);
}

/** "This was not me" must remove all that the stranger made. */
async function tryRejection(setting: Setting): Promise<void> {
  const { world, tally, token } = setting;
  const waiting = await registerOther(setting);
  const { username, user_id } = waiting;
  const rejected = await decide(setting, 'reject', { nonce: waiting.mailed });
  tally.check('control: the owner rejects the registration', rejected.status === 200, describe(rejected));
  const details = await world.send({ path: `/api/1/user/details/${user_id}`, token });
  tally.check('the user of the stranger is gone', details.status === 404, describe(details));
  const path = '/api/1/user/credentials/available';
  const available = await world.send({ method: 'POST', path, token, body: { username } });
  tally.check('the name is free again', available.text === '{"available":true}', describe(available));
  await expectDead(setting, waiting);
}

async function expectDead(setting: Setting, { auth_nonce, mailed, password }: Waiting): Promise<void> {
  const { world, tally, token } = setting;
  const step = await world.send({ path: `/api/1/user/complete-step?auth_nonce=${auth_nonce}`, token });
  tally.check('the nonce of the stranger then', [400, 410].includes(step.status), describe(step));
  for (const decision of ['uniquelink', 'confirm', 'password', 'reject']) {
    const answer = await decide(setting, decision, { nonce: mailed, password });
    tally.check(`${decision} with the used nonce of the mail`, answer.status === 410, describe(answer));
  }
}

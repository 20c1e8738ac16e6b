import { describe, type Answer } from '../../send.ts';
import type { Tally } from '../../tally.ts';
import type { World } from '../../world.ts';
import { tryActivation } from './activation.ts';
import { tryClosedAccount } from './closed-account.ts';

export async function names(world: World, tally: Tally): Promise<void> {
  const token = await world.clientToken(await world.newClient());
  await tryLookAlikes(world, tally, token);
  await trySpellings(world, tally, token);
  await tryActivation(world, tally);
  await tryClosedAccount(world, tally);
}

/** Rows 11 and 12 must refuse them. */
function lookAlikes(world: World): Record<string, string> {
  const [local = '', domain = ''] = world.newName().split('@');
  const within = (character: string): string => `${local.slice(0, 3)}${character}${local.slice(3)}@${domain}`;
  return {
    'a zero width space': within('\u200b'),
    'a zero width joiner': within('\u200d'),
    'a right-to-left override': within('\u202e'),
    'a soft hyphen': within('\u00ad'),
    'a Hangul filler': within('\u3164'),
    'a word joiner': within('\u2060'),
    'a byte order mark': within('\ufeff'),
    'a tag': within('\u{e0061}'),
    'a variation selector': within('\ufe0f'),
    'a blank of Braille': within('\u2800'),
    'a NUL': within('\0'),
    'a line end': within('\n'),
    'a private character': within('\ue000'),
    'half a surrogate pair': within('\ud800'),
    'a Cyrillic letter': within('\u0430'),
    'a Greek letter': within('\u03bf'),
    'an Armenian letter': within('\u0585'),
    'a Cyrillic letter in the domain': `${local}@ex\u0430mple.com`,
    'a Cyrillic letter in Punycode': `${local}@xn--exmple-4nf.com`,
    'no @': local,
    'two @': `${local}@${domain}@${domain}`,
    quotes: `"${local}"@${domain}`,
    'another writing of the address of a machine': `${local}@0x7f.1`,
    'half of an address literal': `${local}@[127.0.0.1`,
    'a local part of 65 bytes': `${'a'.repeat(65)}@${domain}`,
  };
}

async function tryLookAlikes(world: World, tally: Tally, token: string): Promise<void> {
  const path = '/api/1/user/credentials';
  for (const [what, username] of Object.entries(lookAlikes(world))) {
    const answers = {
      'row 11': await world.send({ method: 'POST', path: `${path}/available`, token, body: { username } }),
      'row 12': await world.send({ method: 'POST', path, token, body: { username, password: world.newPassword() } }),
    };
    for (const [row, answer] of Object.entries(answers)) {
      const named = answer.status === 400 && answer.text.includes('"pointer":"#/username"');
      tally.check(`${row} with ${what}`, named, describe(answer));
    }
  }
  const controls = {
    'an apostrophe is part of a name': world.newName().replace('@', ".o'brien@"),
    'an address literal is a domain': world.newName().replace(/@.*/, '@[127.0.0.1]'),
  };
  for (const [what, username] of Object.entries(controls)) {
    const answer = await world.send({ method: 'POST', path, token, body: { username, password: world.newPassword() } });
    tally.check(`control: ${what}`, answer.status === 200, describe(answer));
  }
}

/** Another spelling of an existing name is the same name. */
async function trySpellings(world: World, tally: Tally, token: string): Promise<void> {
  const { username } = await world.register();
  const wide = [...username].map((each) => (/[a-z]/.test(each) ? fullWidth(each) : each)).join('');
  const spellings = { capitals: username.toUpperCase(), 'spaces around it': ` ${username} `, 'full width': wide };
  for (const [what, spelled] of Object.entries(spellings)) {
    const ask = (path: string, more: object = {}): Promise<Answer> =>
      world.send({
        method: 'POST',
        path: `/api/1/user/credentials${path}`,
        token,
        body: { username: spelled, ...more },
      });
    const available = await ask('/available');
    tally.check(`row 11 with ${what}`, available.text === '{"available":false}', describe(available));
    const taken = await ask('', { password: world.newPassword() });
    tally.check(`row 12 with ${what}`, taken.status === 409, describe(taken));
  }
}

function fullWidth(letter: string): string {
  return String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0);
}

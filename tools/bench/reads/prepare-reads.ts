import { isDeepStrictEqual } from 'node:util';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import { getRequest, learnAnswers, type Read } from '../cards/learn-answers.ts';
import { signTokens } from '../cards/sign-tokens.ts';
import { tokenOf } from '../golden-path/golden-world.ts';
import { databaseUrl, withClient } from '../ingest/ceiling-database.ts';
import { drawMembers, type Member } from './draw-members.ts';
import { fillMembers } from './fill-members.ts';
import { locale, type AskedOptin, type Row } from './rows.ts';

const optinNames = ['Nieuwsbrief', 'Verjaardag', 'Aanbiedingen', 'Onderzoek', 'Partners'];
/** Reads are about this many members. */
const mostAsked = 2_000;

export interface World {
  port: number;
  optins: AskedOptin[];
  asked: Member[];
  tokens: { client: string; users: string[] };
}

export async function prepare(stack: Stack, users: number): Promise<World> {
  const { base_url, client, provider } = stack.describe();
  const { postgres } = stack.privateUrls;
  const optins = await defineOptins(stack);
  await withClient(databaseUrl(postgres, 'identity'), (database) =>
    database.query(`INSERT INTO provider (name, issuer, client_ids) VALUES ('shop', 'https://shop.example', '{shop}')`),
  );
  const members = drawMembers(
    users,
    [provider, 'shop'],
    optins.map(({ id }) => id),
  );
  await fillMembers(postgres, members);
  const asked = members.slice(0, mostAsked);
  const signed = await signTokens(
    stack,
    asked.map(({ id }) => id),
    'cards profile optins',
  );
  return {
    port: Number(new URL(base_url).port),
    ...{ optins, asked },
    tokens: { client: await tokenOf(base_url, client), users: signed },
  };
}

async function defineOptins(stack: Stack): Promise<AskedOptin[]> {
  const { base_url, admin } = stack.describe();
  const headers = { Authorization: `Bearer ${await tokenOf(base_url, admin)}`, 'Content-Type': 'application/json' };
  const optins: AskedOptin[] = [];
  for (const name of optinNames) {
    const texts = (words: string) => ({ en_GB: `${words} (English)`, [locale]: words, de_DE: `${words} (Deutsch)` });
    const body = JSON.stringify({
      ...{ name: texts(name), description: texts(`Mogen wij u benaderen: ${name}?`) },
      purpose: { name: 'marketing', can_be_updated: true, required: false },
    });
    const answer = await fetch(`${base_url}/api/1/admin/optins`, { method: 'POST', headers, body });
    if (answer.status !== 201) throw new Error(`no opt-in: ${answer.status} ${await answer.text()}`);
    optins.push({ id: ((await answer.json()) as { id: string }).id, name });
  }
  return optins;
}

/** Reads the row once for each member, and looks whether the answer says what was written about it. */
export async function readOnce(row: Row, { port, optins, asked, tokens }: World): Promise<Read[]> {
  const requests = asked.map((member, place) =>
    getRequest(port, row.path(member), row.token === 'client' ? tokens.client : (tokens.users[place] ?? '')),
  );
  const reads = await learnAnswers(port, requests);
  for (const [place, member] of asked.entries()) {
    const answer = Buffer.from(reads[place]?.answer ?? '', 'latin1').toString();
    const [shown, right] = [row.shown(JSON.parse(answer)), row.right(member, optins)];
    if (isDeepStrictEqual(shown, right)) continue;
    throw new Error(`row ${row.number} answers ${JSON.stringify(shown)} instead of ${JSON.stringify(right)}`);
  }
  return reads;
}

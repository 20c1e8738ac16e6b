import { CesError, type Ces, type FoundUser } from '@ces/sdk';
import { needed, type Command } from '../command-line/command.ts';

/** The search puts exact matches before longer ones of the same kind, so a few are enough. */
const mostCompared = 10;

const show: Command = {
  name: 'users show',
  args: '<id|name|owner id|card number>',
  does: 'Show a user with connections, person and latest events',
  async run(context) {
    const ces = context.ces();
    const id = await findUser(ces, needed(context, 0, 'the user'));
    const user = await ces.users.account(id);
    const [person, events] = await Promise.all([
      ces.users.person(id).catch(ifMissing),
      ces.events.ofUser(id, { limit: 10 }).all(10).catch(ifMissing),
    ]);
    const { connections, username, active, created } = user;
    const lines = [
      `${id}  ${username ?? 'without a name'}  ${active ? 'active' : 'not active'}  since ${created}`,
      ...(person === undefined ? [] : [[person.firstName, person.infix, person.lastName].filter(Boolean).join(' ')]),
      ...connections.map(({ provider_name, owner_id }) => `${provider_name}: ${owner_id}`),
      ...(events ?? []).map(
        ({ received_at, event_name, campaigns }) => `${received_at}  ${event_name}  ${matchedOf(campaigns)}`,
      ),
    ];
    context.out.result({ ...user, person: person ?? null, events: events ?? [] }, lines.join('\n'));
  },
};

async function findUser(ces: Ces, text: string): Promise<string> {
  const found = (await ces.users.search({ q: text }).all(mostCompared)).filter((each) => 'user_id' in each);
  const [first, ...others] = found;
  if (first === undefined)
    throw new CesError('user-not-found', `There is no user whose name or number begins with ${text}.`);
  if (others.length === 0) return first.user_id;
  const exact = await Promise.all(found.map((each) => isExactly(each, text, ces)));
  const [only, ...more] = found.filter((_, index) => exact[index]);
  if (only !== undefined && more.length === 0) return only.user_id;
  throw new CesError('user-ambiguous', `Several users begin with ${text}: give more of it, or the id of the user.`);
}

/** The search finds by the beginning, and does not tell owner ids. */
async function isExactly({ user_id, username, name }: FoundUser, text: string, ces: Ces): Promise<boolean> {
  const same = (given: string | null): boolean => given?.toLowerCase() === text.toLowerCase();
  if ([user_id, username, name].some(same)) return true;
  const account = await ces.users.account(user_id).catch(ifMissing);
  return account?.connections.some(({ owner_id }) => owner_id === text) ?? false;
}

function ifMissing(error: unknown): undefined {
  if (!(error instanceof CesError) || ![403, 404].includes(error.status)) throw error;
}

function matchedOf(campaigns: unknown): string {
  if (!Array.isArray(campaigns)) return 'not judged yet';
  const matched = (campaigns as { name: string; matched: boolean }[]).filter((each) => each.matched);
  return matched.length === 0 ? 'no campaign matched' : matched.map(({ name }) => name).join(', ');
}

export const userCommands = [show];

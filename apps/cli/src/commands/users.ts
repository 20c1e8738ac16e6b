import { CesError, type Ces } from '@ces/sdk';
import { needed, type Command } from '../command-line/command.ts';

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
  const [first, ...others] = await ces.users.search({ q: text }).all(2);
  if (first === undefined)
    throw new CesError('user-not-found', `There is no user whose name or number begins with ${text}.`);
  if (others.length > 0) throw new CesError('user-ambiguous', `Several users begin with ${text}: give more of it.`);
  return 'user_id' in first ? first.user_id : first.id;
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

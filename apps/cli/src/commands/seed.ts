import type { BatchItemResult, EventToSend } from '@ces/sdk';
import type { Command } from '../command-line/command.ts';
import { countOf } from './read-data.ts';

const seed: Command = {
  name: 'seed',
  does: 'Make users with purchases, for trials; a second run makes only the purchases',
  options: {
    users: { value: 'count', does: '10 by default' },
    purchases: { value: 'count', does: 'of each user, 3 by default' },
    provider: { value: 'name', does: 'the provider of their accounts (demo)' },
    event: { value: 'name', does: 'an event with a property amount (purchase)' },
  },
  async run(context) {
    const { out, signal } = context;
    const [users, purchases] = [countOf(context.text('users'), 10), countOf(context.text('purchases'), 3)];
    const provider = context.text('provider') ?? 'demo';
    const event_name = context.text('event') ?? 'purchase';
    const ces = context.ces();
    const ids: string[] = [];
    for (let i = 0; i < users; i += 1) {
      ids.push((await ces.users.ensure(provider, `seed-${i + 1}`, { signal })).user_id);
      out.progress((i + 1) / users, 'users');
    }
    const events: EventToSend[] = Array.from({ length: purchases }, (_, i) =>
      ids.map((user_id) => ({ user_id, event_name, data: { amount: 500 * (i + 1) } })),
    ).flat();
    const refused: BatchItemResult[] = [];
    for await (const result of ces.events.sendMany(events, { signal }))
      if (result.problem !== undefined) refused.push(result);
    const [first] = refused;
    const why =
      first?.problem === undefined
        ? ''
        : ` ${refused.length} were refused: ${first.problem.code}: ${first.problem.detail}`;
    out.result(
      { users: ids, events: events.length, refused: refused.length },
      `${ids.length} users, ${events.length - refused.length} events.${why}`,
    );
    return refused.length === 0 ? 0 : 1;
  },
};

export const seedCommands = [seed];

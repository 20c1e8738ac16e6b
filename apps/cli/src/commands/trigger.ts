import type { Ces } from '@ces/sdk';
import { randomUUID } from 'node:crypto';
import { needed, UsageError, type Command } from '../command-line/command.ts';

/** Causes the event for real, with things of its own. */
const causes: Record<string, (ces: Ces, provider: string) => Promise<unknown>> = {
  'connection-created': (ces, provider) => ces.users.ensure(provider, `trigger-${randomUUID()}`),
  'user-deleted': async (ces, provider) => {
    const { user_id } = await ces.users.ensure(provider, `trigger-${randomUUID()}`);
    await ces.users.delete(user_id);
    return { user_id };
  },
  'segment-processed': (ces, provider) =>
    ces.segments.upload({ title: 'Triggered', identifier: provider, file: `trigger-${randomUUID()}\n` }).processed(),
};

const trigger: Command = {
  name: 'trigger',
  args: '<event>',
  does: 'Cause an event of webhooks, or send an example of it to one webhook',
  options: {
    webhook: { value: 'id', does: 'sends this webhook an example, of any event' },
    provider: { value: 'name', does: 'the provider of the accounts that are made (demo)' },
  },
  async run(context) {
    const event = needed(context, 0, 'the event');
    const ces = context.ces();
    const webhook = context.text('webhook');
    if (webhook !== undefined) {
      const { outcome, answer } = await ces.webhooks.test(webhook, { event: event as 'user-deleted' });
      context.out.result({ event, outcome, answer }, `${event}: ${outcome}`);
      return outcome === 'delivered' ? 0 : 1;
    }
    const cause = causes[event];
    if (cause === undefined) {
      const known = Object.keys(causes).join(', ');
      throw new UsageError(`only these are caused for real: ${known}. Others: --webhook <id> gets an example.`);
    }
    const made = await cause(ces, context.text('provider') ?? 'demo');
    context.out.result({ event, ...(made as object) }, `${event}: ${JSON.stringify(made)}`);
    return 0;
  },
};

export const triggerCommands = [trigger];

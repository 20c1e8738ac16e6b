import type { WebhookAttempt } from '@ces/sdk';
import { needed, neededOption, type Command } from '../command-line/command.ts';
import { countOf, sinceOf } from './read-data.ts';

const list: Command = {
  name: 'webhooks list',
  does: 'List the webhooks of this client',
  async run(context) {
    const ces = context.ces();
    context.out.table(await ces.webhooks.list().all(), ['id', 'url', 'events']);
  },
};

const attempts: Command = {
  name: 'webhooks attempts',
  args: '<webhook>',
  does: 'List the attempts to deliver, the newest first',
  options: {
    outcome: { value: 'outcome', does: 'delivered, failed, refused, set-aside or gone' },
    since: { value: 'time', does: '15m, 12h, 30d or a moment' },
    limit: { value: 'count', does: 'at most so many (20)' },
  },
  async run(context) {
    const ces = context.ces();
    const since = context.text('since');
    // The service refuses an outcome that it does not know, and names the known ones.
    const outcome = context.text('outcome') as WebhookAttempt['outcome'] | undefined;
    const query = { outcome, since: since === undefined ? undefined : sinceOf(since) };
    const found = await ces.webhooks
      .attempts(needed(context, 0, 'the webhook'), query)
      .all(countOf(context.text('limit'), 20));
    const rows = found.map(({ request, answer, ...rest }) =>
      context.out.isJson
        ? { ...rest, request, answer }
        : { ...rest, status: (answer as { status?: number } | null)?.status },
    );
    context.out.table(rows, ['started_at', 'outcome', 'status', 'attempt', 'batch_id', 'duration_ms', 'error']);
  },
};

const resend: Command = {
  name: 'webhooks resend',
  args: '<webhook> <batch>',
  does: 'Send a batch again, at once and once',
  async run(context) {
    const ces = context.ces();
    const sent = await ces.webhooks.resend(needed(context, 0, 'the webhook'), needed(context, 1, 'the batch'));
    context.out.result(sent, `${sent.outcome}: ${sent.error ?? sent.status ?? ''}`);
    return sent.outcome === 'delivered' ? 0 : 1;
  },
};

const replay: Command = {
  name: 'webhooks replay',
  args: '<webhook>',
  does: 'Deliver all events since a moment once more',
  options: { since: { value: 'time', does: '15m, 12h, 30d or a moment' } },
  async run(context) {
    const since = sinceOf(neededOption(context, 'since'));
    const ces = context.ces();
    const webhook = await ces.webhooks.replay(needed(context, 0, 'the webhook'), { since });
    context.out.result(webhook, `All events since ${since} are delivered again to ${webhook.url}.`);
  },
};

export const webhookCommands = [list, attempts, resend, replay];

import type { ListenedDelivery } from '@ces/sdk';
import { neededOption, UsageError, type Command } from '../command-line/command.ts';

const everyEvent = [
  ...['coupon-slip-claimed-event', 'transaction-created', 'survey-answer-submitted', 'user-registered'],
  ...['user-activated', 'user-deleted', 'connection-created', 'optin-changed', 'card-added', 'segment-processed'],
  ...['coupon-stock-low', 'webhook-disabled'],
] as const;
type EventName = (typeof everyEvent)[number];

const listen: Command = {
  name: 'listen',
  does: 'Forward deliveries of webhooks to a program on this machine, with their signatures',
  options: {
    'forward-to': { value: 'url', does: 'for example localhost:3001/hooks' },
    events: { value: 'names', does: 'only these, separated by commas' },
    listener: { value: 'id', does: 'go on with a listener of before, which keeps its secret' },
    after: { value: 'position', does: 'go on after this delivery, with --listener' },
  },
  async run(context) {
    const { out, signal } = context;
    const target = addressOf(neededOption(context, 'forward-to'));
    const ces = context.ces();
    const id = context.text('listener') ?? (await made());
    const stream = ces.webhooks.listen(id, { signal, lastEventId: context.text('after'), onOpen: ready });
    for await (const { id: position, data } of stream) {
      const names = namesIn(data);
      const answer = await forward(target, data, signal);
      out.line({ position, events: names, answer }, `${names.join(', ')} → ${answer}  (${position})`);
    }

    async function made(): Promise<string> {
      const { id: listener, secret } = await ces.webhooks.createListener({
        events: eventsOf(context.text('events')),
      });
      out.line({ listener, secret }, `Listener ${listener} signs with ${secret}`);
      return listener;
    }

    function ready(): void {
      out.remark(`Forwarding to ${target}. Ctrl-C ends it; --listener ${id} goes on.`);
    }
  },
};

function eventsOf(given: string | undefined): EventName[] {
  if (given === undefined) return [...everyEvent];
  return given.split(',').map((name) => {
    const found = everyEvent.find((each) => each === name.trim());
    if (found === undefined) throw new UsageError(`there is no event ${name}: ${everyEvent.join(', ')}`);
    return found;
  });
}

function addressOf(given: string): string {
  const address = /^https?:/.test(given) ? given : `http://${/^\d+(\/|$)/.test(given) ? 'localhost:' : ''}${given}`;
  if (!URL.canParse(address)) throw new UsageError(`${given} is no address`);
  return address;
}

/** The status, or why there is none. A program that is away for a moment does not end the listening. */
async function forward(
  target: string,
  { headers, body }: ListenedDelivery,
  signal: AbortSignal,
): Promise<number | string> {
  const passed = Object.entries(headers).filter(
    ([name]) => !/^(host|connection|content-length|transfer-encoding)$/i.test(name),
  );
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(15_000)]);
    const answer = await fetch(target, { method: 'POST', headers: Object.fromEntries(passed), body, signal: limit });
    await answer.arrayBuffer();
    return answer.status;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}

function namesIn({ body }: ListenedDelivery): string[] {
  const { events } = JSON.parse(body) as { events: { name: string }[] };
  return events.map(({ name }) => name);
}

export const listenCommands = [listen];

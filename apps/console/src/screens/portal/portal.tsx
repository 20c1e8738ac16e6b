import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CirclePlay, KeyRound, LinkIcon, Send } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { useChange, useList, useRead } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { SelectField } from '../../design/controls/fields.js';
import { CodeBlock } from '../../design/data/code-block.js';
import { Moment } from '../../design/data/moment.js';
import { Stats } from '../../design/data/stats.js';
import { Confirm } from '../../design/feedback/confirm.js';
import { Empty } from '../../design/feedback/empty.js';
import { Problem } from '../../design/feedback/problem.js';
import { complain, say, Toasts } from '../../design/feedback/toasts.js';
import { useAsked } from '../../design/layout/address.js';
import { Page, Section } from '../../design/layout/page.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { Attempts } from '../webhooks/attempts.js';
import type { EventName } from '../webhooks/catalogue.js';
import { Secret } from '../webhooks/secret.js';
import { SetAside } from '../webhooks/set-aside.js';
import { WebhookState } from '../webhooks/webhook-state.js';
import { WebhookTable } from '../webhooks/webhook-table.js';
import { examplesIn } from './examples.js';
import { takePortalToken } from './portal-token.js';

/** The page for subscribers, who have a link and no account. It sees the webhooks that the link names. */
export function Portal(): ReactNode {
  const { portal } = useWords();
  const [token] = useState(takePortalToken);
  const list = useList('/api/1/terminal/webhooks', { enabled: token !== undefined, every: 5_000 });
  const [{ webhook: asked }, ask] = useAsked();
  const { items = [] } = list;
  const chosen = items.length === 1 ? items[0] : items.find(({ id }) => id === asked);
  if (token === undefined || list.error?.status === 401 || list.items?.length === 0) {
    return (
      <main className="page" id="main">
        <Empty icon={<LinkIcon />} title={portal.ended} text={portal.endedText} />
      </main>
    );
  }
  return (
    <>
      <Page title={portal.title} subtitle={portal.subtitle}>
        {chosen === undefined && <WebhookTable list={list} onOpen={({ id }) => ask({ webhook: id })} empty={null} />}
        {chosen && items.length > 1 && (
          <Switch webhooks={items} chosen={chosen.id} onChoose={(id) => ask({ webhook: id })} />
        )}
        {chosen && <OneWebhook key={chosen.id} id={chosen.id} />}
      </Page>
      <Toasts />
    </>
  );
}

/** From one of several webhooks to another, or back to all. */
function Switch({
  webhooks,
  chosen,
  onChoose,
}: {
  webhooks: readonly Schema<'Webhook'>[];
  chosen: string;
  onChoose: (id: string | undefined) => void;
}): ReactNode {
  const { portal } = useWords();
  return (
    <div className="row bottom">
      <Button icon={<ArrowLeft />} onClick={() => onChoose(undefined)}>
        {portal.all}
      </Button>
      <SelectField
        label={portal.choose}
        value={chosen}
        choices={webhooks.map(({ id, url }) => ({ value: id, text: url }))}
        onChange={onChoose}
      />
    </div>
  );
}

function OneWebhook({ id }: { id: string }): ReactNode {
  const { portal, webhooks } = useWords();
  const format = useFormat();
  const path = { webhook_id: id };
  const { data: webhook, error } = useRead('/api/1/terminal/webhooks/{webhook_id}', { path, every: 5_000 });
  const [rotating, setRotating] = useState(false);
  const rotate = useChange(
    () => call('post', '/api/1/terminal/webhooks/{webhook_id}/secret:rotate', { path }),
    () => {
      setRotating(false);
      say(webhooks.rotated);
    },
  );
  const test = useChange(
    (event: EventName) => call('post', '/api/1/terminal/webhooks/{webhook_id}:test', { path, body: { event } }),
    ({ answer, error: failure }) =>
      say(answer === null ? (failure ?? webhooks.noAnswer) : webhooks.tested(String(answer.status))),
  );
  const enable = useChange(
    () => call('post', '/api/1/terminal/webhooks/{webhook_id}:enable', { path }),
    () => say(webhooks.nowEnabled),
  );
  const queue = webhook?.queue;
  return (
    <>
      {error && <Problem error={error} />}
      <div className="row spread">
        <span className="row">
          <h2>{webhook?.url}</h2>
          {webhook && <WebhookState webhook={webhook} />}
        </span>
        <span className="row">
          {webhook?.state === 'disabled' && (
            <Button
              icon={<CirclePlay />}
              busy={enable.isPending}
              onClick={() => enable.mutate(undefined, { onError: complain })}
            >
              {webhooks.enable}
            </Button>
          )}
          <Button
            icon={<KeyRound />}
            onClick={() => {
              rotate.reset();
              setRotating(true);
            }}
          >
            {webhooks.rotate}
          </Button>
          <Button
            look="primary"
            icon={<Send />}
            busy={test.isPending}
            onClick={() => webhook?.events[0] && test.mutate(webhook.events[0], { onError: complain })}
          >
            {webhooks.test}
          </Button>
        </span>
      </div>
      <Stats
        stats={[
          { name: webhooks.waiting, value: queue && format.number(queue.waiting) },
          { name: webhooks.failures, value: queue && format.number(queue.failures) },
          { name: webhooks.nextTry, value: queue && <Moment at={queue.next_attempt_at} ago /> },
          { name: webhooks.setAside, value: queue && format.number(queue.set_aside) },
        ]}
      />
      <div className="columns">
        <div className="stack loose">
          <Section title={webhooks.attempts}>
            <Attempts id={id} />
          </Section>
          {(queue?.set_aside ?? 0) > 0 && (
            <Section title={webhooks.setAside}>
              <SetAside id={id} />
            </Section>
          )}
        </div>
        <div className="stack loose">
          <Section title={webhooks.secret}>
            <Secret id={id} />
          </Section>
          <Section title={portal.verify}>
            <p className="soft small">{portal.verifyText}</p>
            <CodeBlock value={snippet} label={portal.verify} />
          </Section>
          {webhook && <Catalogue webhook={webhook} />}
        </div>
      </div>
      <Confirm
        open={rotating}
        onClose={() => setRotating(false)}
        title={webhooks.rotate}
        text={webhooks.rotateText}
        action={webhooks.rotate}
        busy={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate(undefined)}
      />
    </>
  );
}

/** The events of the webhook, each with its example from asyncapi.json. */
function Catalogue({ webhook: { events } }: { webhook: Schema<'WebhookDetails'> }): ReactNode {
  const { portal } = useWords();
  const { data } = useQuery({
    queryKey: ['asyncapi'],
    queryFn: async () => examplesIn(await (await fetch('/asyncapi.json')).json()),
    staleTime: Infinity,
  });
  return (
    <Section title={portal.catalogue}>
      {events.map((name) => (
        <details key={name} className="version">
          <summary>
            <code>{name}</code>
          </summary>
          {data?.has(name) === true && (
            <CodeBlock value={{ events: [{ name, data: data.get(name) }] }} label={`${portal.example}: ${name}`} />
          )}
        </details>
      ))}
    </Section>
  );
}

const snippet = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
// The raw body, as it came:
const { events } = webhook.verify(body, request.headers);`;

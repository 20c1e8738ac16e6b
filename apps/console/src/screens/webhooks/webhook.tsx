import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../api/use-api.js';
import { Copyable } from '../../design/controls/copyable.js';
import { Segmented } from '../../design/controls/segmented.js';
import { Badge } from '../../design/data/badge.js';
import { Facts } from '../../design/data/facts.js';
import { Moment } from '../../design/data/moment.js';
import { Stats } from '../../design/data/stats.js';
import { Problem } from '../../design/feedback/problem.js';
import { usePathValue } from '../../design/layout/address.js';
import { Page, Section } from '../../design/layout/page.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { Attempts } from './attempts.js';
import { SuccessRate } from './success-rate.js';
import { SetAside } from './set-aside.js';
import { Secret } from './secret.js';
import { WebhookActions } from './webhook-actions.js';
import { WebhookState } from './webhook-state.js';

export function WebhookPage(): ReactNode {
  const { webhooks, common } = useWords();
  const format = useFormat();
  const id = usePathValue('id');
  const path = { webhook_id: id };
  const [part, setPart] = useState<'attempts' | 'aside'>('attempts');
  const { data: webhook, error, refetch } = useRead('/api/1/terminal/webhooks/{webhook_id}', { path, every: 5_000 });
  const queue = webhook?.queue;
  return (
    <Page
      title={webhook?.url ?? ' '}
      crumb={<Link to="/webhooks">{webhooks.title}</Link>}
      beside={webhook && <WebhookState webhook={webhook} />}
      subtitle={<Copyable text={id} />}
      actions={webhook && <WebhookActions webhook={webhook} />}
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      <Stats
        stats={[
          { name: webhooks.successRate, value: <SuccessRate id={id} /> },
          { name: webhooks.waiting, value: queue && format.number(queue.waiting) },
          { name: webhooks.failures, value: queue && format.number(queue.failures) },
          { name: webhooks.nextTry, value: queue && <Moment at={queue.next_attempt_at} ago /> },
          { name: webhooks.setAside, value: queue && format.number(queue.set_aside) },
        ]}
      />
      <div className="columns">
        <div className="stack">
          <div>
            <Segmented
              label={webhooks.attempts}
              value={part}
              choices={[
                { value: 'attempts', text: webhooks.attempts },
                { value: 'aside', text: webhooks.setAside },
              ]}
              onChange={setPart}
            />
          </div>
          {part === 'attempts' ? <Attempts id={id} /> : <SetAside id={id} />}
        </div>
        <div className="stack loose">
          <Section title={webhooks.secret}>
            <Secret id={id} />
          </Section>
          <Section title={webhooks.events}>
            <div className="row">
              {webhook?.events.map((name) => (
                <Badge key={name}>{name}</Badge>
              ))}
            </div>
          </Section>
          {webhook && (
            <Section title={common.details}>
              <Facts
                facts={[
                  [common.created, <Moment key="created" at={webhook.created} />],
                  ...Object.entries(webhook.headers).map(
                    ([name, value]) => [name, <code key={name}>{value}</code>] as const,
                  ),
                ]}
              />
            </Section>
          )}
        </div>
      </div>
    </Page>
  );
}

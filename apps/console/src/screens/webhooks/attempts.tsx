import { Send } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { useChange, useList } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copyable.js';
import { Segmented } from '../../design/controls/segmented.js';
import { Badge, type Tone } from '../../design/data/badge.js';
import { CodeBlock } from '../../design/data/code-block.js';
import { Facts } from '../../design/data/facts.js';
import { Moment } from '../../design/data/moment.js';
import { Table } from '../../design/data/table.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Empty } from '../../design/feedback/empty.js';
import { complain, say } from '../../design/feedback/toasts.js';
import { useFormat, useWords } from '../../words/use-words.js';

type Attempt = Schema<'WebhookAttempt'>;
type Outcome = Attempt['outcome'];

const tones: Record<Outcome, Tone> = {
  delivered: 'good',
  failed: 'bad',
  refused: 'warn',
  'set-aside': 'warn',
  gone: 'bad',
};

export function Attempts({ id }: { id: string }): ReactNode {
  const { webhooks, common } = useWords();
  const format = useFormat();
  const [outcome, setOutcome] = useState<Outcome | 'all'>('all');
  const [opened, setOpened] = useState<Attempt>();
  const list = useList('/api/1/terminal/webhooks/{webhook_id}/attempts', {
    path: { webhook_id: id },
    query: { outcome: outcome === 'all' ? undefined : outcome },
    every: 5_000,
  });
  return (
    <>
      <div>
        <Segmented<Outcome | 'all'>
          label={webhooks.outcome}
          value={outcome}
          choices={[
            { value: 'all', text: common.all },
            { value: 'delivered', text: webhooks.outcomes.delivered },
            { value: 'failed', text: webhooks.outcomes.failed },
          ]}
          onChange={setOutcome}
        />
      </div>
      <Table<Attempt>
        label={webhooks.attempts}
        rows={list.items}
        keyOf={(attempt) => attempt.id}
        onOpen={setOpened}
        error={list.error}
        retry={list.retry}
        more={list}
        columns={[
          {
            title: webhooks.outcome,
            cell: (attempt) => <Badge tone={tones[attempt.outcome]}>{webhooks.outcomes[attempt.outcome]}</Badge>,
          },
          { title: webhooks.status, end: true, cell: ({ answer }) => answer?.status ?? '—' },
          { title: webhooks.count, end: true, cell: ({ request }) => format.number(request.events) },
          { title: webhooks.took, end: true, cell: ({ duration_ms }) => format.duration(duration_ms) },
          { title: webhooks.at, cell: ({ started_at }) => <Moment at={started_at} /> },
        ]}
        empty={<Empty icon={<Send />} title={webhooks.noAttempts} text={webhooks.noAttemptsText} />}
      />
      {opened && <AttemptDialog id={id} attempt={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function AttemptDialog({ id, attempt, onClose }: { id: string; attempt: Attempt; onClose: () => void }): ReactNode {
  const { webhooks } = useWords();
  const format = useFormat();
  const { request, answer, error } = attempt;
  const resend = useChange(
    () =>
      call('post', '/api/1/terminal/webhooks/{webhook_id}/batches/{batch}:resend', {
        path: { webhook_id: id, batch: attempt.batch_id },
      }),
    ({ outcome }) => {
      say(outcome === 'delivered' ? webhooks.resent : webhooks.resendFailed);
      onClose();
    },
  );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={webhooks.attempt(attempt.attempt)}
      foot={
        <Button
          look="primary"
          icon={<Send />}
          busy={resend.isPending}
          onClick={() => resend.mutate(undefined, { onError: complain })}
        >
          {webhooks.resend}
        </Button>
      }
    >
      <Facts
        facts={[
          [
            webhooks.outcome,
            <Badge key="outcome" tone={tones[attempt.outcome]}>
              {webhooks.outcomes[attempt.outcome]}
            </Badge>,
          ],
          ['webhook-id', <Copyable key="batch" text={attempt.batch_id} />],
          [webhooks.at, <Moment key="at" at={attempt.started_at} />],
          [webhooks.took, format.duration(attempt.duration_ms)],
        ]}
      />
      <h3>{webhooks.request}</h3>
      {request.payload === null ? (
        <p className="soft">{webhooks.payloadGone}</p>
      ) : (
        <CodeBlock value={request.payload} label={webhooks.request} />
      )}
      <h3>
        {webhooks.answer} {answer?.status}
      </h3>
      {answer === null ? (
        <p className="soft">{error ?? webhooks.noAnswer}</p>
      ) : (
        <CodeBlock value={answer.body === '' ? ' ' : answer.body} label={webhooks.answer} />
      )}
    </Dialog>
  );
}

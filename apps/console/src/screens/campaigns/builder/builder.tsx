import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../../../api/call.js';
import { useChange, useRead } from '../../../api/use-api.js';
import { Button } from '../../../design/controls/button.js';
import { TextField } from '../../../design/controls/fields.js';
import { AskBeforeLeaving } from '../../../design/feedback/ask-before-leaving.js';
import { Problem } from '../../../design/feedback/problem.js';
import { Skeleton } from '../../../design/feedback/skeleton.js';
import { say } from '../../../design/feedback/toasts.js';
import { usePathValue } from '../../../design/layout/address.js';
import { Page } from '../../../design/layout/page.js';
import { useOpened } from '../../../design/time/use-opened.js';
import { useSettled } from '../../../design/time/use-settled.js';
import { useWords } from '../../../words/use-words.js';
import { Backtest } from '../backtest.js';
import { useNames } from '../use-names.js';
import { Check, useFaults } from './check.js';
import { bodyOf, draftOf, emptyDraft, faultBelow, type Draft } from './draft.js';
import { Effects } from './effects.js';
import { Limits } from './limits.js';
import { Condition } from './condition.js';
import { Audience, When } from './when.js';
import { Dates } from './dates.js';
import { Part } from './part.js';

export function NewCampaignPage(): ReactNode {
  const { builder } = useWords();
  if (!useOpened(!useNames().areAwaited)) return <Awaited title={builder.newTitle} />;
  return <Builder first={emptyDraft} />;
}

export function EditCampaignPage(): ReactNode {
  const id = usePathValue('id');
  const { builder } = useWords();
  const isOpen = useOpened(!useNames().areAwaited);
  const { data: campaign, error, refetch } = useRead('/api/1/admin/campaigns/{id}', { path: { id } });
  if (campaign && isOpen) return <Builder first={draftOf(campaign)} id={id} state={campaign.state} />;
  if (!error) return <Awaited title={builder.editTitle} />;
  return (
    <Page title={builder.editTitle}>
      <Problem error={error} onRetry={() => void refetch()} />
    </Page>
  );
}

/** Until all choices are there: one that came later would move the button that somebody is pressing. */
function Awaited({ title }: { title: string }): ReactNode {
  return (
    <Page title={title}>
      <Skeleton lines={10} />
    </Page>
  );
}

/** One page from trigger to budget, with what does not fit yet beside it. */
function Builder({ first, id, state = 'draft' }: { first: Draft; id?: string; state?: string }): ReactNode {
  const { campaigns, builder } = useWords();
  const navigate = useNavigate();
  // The campaign may be read again meanwhile.
  const [start] = useState(first);
  const [draft, setDraft] = useState(start);
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const body = useSettled(draft);
  const found = useFaults(bodyOf(body));
  const save = useChange(
    () =>
      id === undefined
        ? call('post', '/api/1/admin/campaigns', { body: bodyOf(draft) })
        : call('put', '/api/1/admin/campaigns/{id}', { path: { id }, body: bodyOf(draft) }),
    (saved) => {
      say(state === 'draft' ? builder.savedDraft : builder.savedVersion);
      void navigate({ to: `/campaigns/${saved.id}`, ignoreBlocker: true });
    },
  );
  const faults = save.error?.errors ?? found.faults;
  const fault = (pointer: string): string | undefined => faultBelow(faults, pointer);
  const parts = { draft, change, fault };
  return (
    <Page
      title={id === undefined ? builder.newTitle : builder.editTitle}
      crumb={<Link to="/campaigns">{campaigns.title}</Link>}
      actions={
        <Button
          look="primary"
          busy={save.isPending}
          disabled={draft.name.trim() === ''}
          onClick={() => save.mutate(undefined)}
        >
          {state === 'draft' ? builder.saveDraft : builder.saveVersion}
        </Button>
      }
    >
      <AskBeforeLeaving unsaved={draft !== start} />
      {save.error && <Problem error={save.error} />}
      <div className="columns">
        <div className="stack loose">
          <div className="panel">
            <TextField
              label={builder.name}
              hint={builder.nameHint}
              value={draft.name}
              onChange={(name) => change({ name })}
              maxLength={200}
              autoFocus={id === undefined}
            />
          </div>
          <When {...parts} />
          <Audience {...parts} />
          <Condition {...parts} />
          <Effects {...parts} />
          <Limits {...parts} />
          <Dates {...parts} />
          <Part title={campaigns.backtest} text={campaigns.backtestText}>
            <Backtest
              campaign={bodyOf(body)}
              isReady={found.isChecked && found.faults.every(({ code }) => code === 'no-codes')}
            />
          </Part>
        </div>
        <Check draft={bodyOf(body)} found={found} running={state === 'running'} />
      </div>
    </Page>
  );
}

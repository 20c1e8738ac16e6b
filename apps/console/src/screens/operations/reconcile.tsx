import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Scale } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { may, sessionQuery } from '../../api/session.js';
import { useChange, useList } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Badge } from '../../design/data/badge.js';
import { Moment } from '../../design/data/moment.js';
import { PanelList, paceOf } from '../../design/data/panel-list.js';
import { Stats } from '../../design/data/stats.js';
import { Table } from '../../design/data/table.js';
import { AskFirst } from '../../design/feedback/ask-first.js';
import { Empty } from '../../design/feedback/empty.js';
import { complain, say } from '../../design/feedback/toasts.js';
import { Section } from '../../design/layout/page.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { OperationsPage } from './operations-page.js';

type Run = Schema<'Reconciliation'>;

/** Whether the services agree about what happened. A run goes on without the browser, and everybody finds it here. */
export function Reconcile(): ReactNode {
  const { operations } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const list = useList('/api/1/admin/reconciliations', { query: { limit: 10 }, pace: paceOf });
  const begin = (repair: boolean): Promise<Run> => call('post', '/api/1/admin/reconciliations', { body: { repair } });
  const compare = useChange(
    () => begin(false),
    () => say(operations.reconcileBegun),
  );
  const actions = may(session, 'admin') && (
    <>
      <AskFirst
        action={operations.repair}
        look="plain"
        text={operations.repairText}
        run={() => begin(true)}
        onDone={() => say(operations.reconcileBegun)}
      />
      <Button
        look="primary"
        icon={<Scale />}
        busy={compare.isPending}
        onClick={() => compare.mutate(undefined, { onError: complain })}
      >
        {operations.compare}
      </Button>
    </>
  );
  return (
    <OperationsPage actions={actions}>
      <p className="soft">{operations.reconcileText}</p>
      <PanelList
        list={list}
        empty={<Empty icon={<Scale />} title={operations.noReconciliations} text={operations.noReconciliationsText} />}
      >
        {(run) => <OneRun key={run.id} run={run} />}
      </PanelList>
    </OperationsPage>
  );
}

function OneRun({ run }: { run: Run }): ReactNode {
  const { operations } = useWords();
  const format = useFormat();
  const count = (value: number): ReactNode => (run.state === 'finished' ? format.number(value) : '—');
  return (
    <Section
      title={run.repair ? operations.repair : operations.compare}
      actions={
        <>
          <span className="faint small">
            <Moment at={run.created} />
          </span>
          <State run={run} />
        </>
      }
    >
      {typeof run.obstacle === 'string' && <p className="notice warn">{run.obstacle}</p>}
      {run.finished_at === null && (
        <progress className="meter" max={1} value={run.progress} aria-label={operations.reconcile} />
      )}
      <Stats
        stats={[
          { name: operations.hoursCompared, value: format.number(run.hours) },
          { name: operations.missingFacts, value: count(run.missing) },
          { name: operations.mended, value: count(run.mended) },
          { name: operations.underWay, value: count(run.under_way) },
        ]}
      />
      {run.not_compared.length > 0 && (
        <p className="notice warn">{operations.notCompared(run.not_compared.join(', '))}</p>
      )}
      {run.differences.length > 0 && <Differences run={run} />}
    </Section>
  );
}

function State({ run }: { run: Run }): ReactNode {
  const { operations } = useWords();
  if (run.state === 'failed') return <Badge tone="bad">{operations.states.failed}</Badge>;
  if (run.state !== 'finished') return <Badge tone="info">{operations.states[run.state]}</Badge>;
  if (run.missing > 0) return <Badge tone="bad">{operations.differ}</Badge>;
  if (run.not_compared.length + run.under_way > 0) return <Badge tone="warn">{operations.unsure}</Badge>;
  return <Badge tone="good">{operations.agree}</Badge>;
}

function Differences({ run: { id, differences } }: { run: Run }): ReactNode {
  const { operations } = useWords();
  const format = useFormat();
  return (
    <Table<Run['differences'][number]>
      label={operations.differences}
      rows={differences}
      keyOf={({ kind, fact, reader, hour }) => [id, kind, fact, reader, hour].join(' ')}
      columns={[
        { title: operations.hour, cell: ({ hour }) => <Moment at={hour} /> },
        { title: operations.subject, main: true, cell: ({ fact }) => <code>{fact}</code> },
        { title: operations.what, cell: (each) => operations.differenceKinds[each.kind](each.publisher, each.reader) },
        { title: operations.count, end: true, cell: ({ count }) => format.number(count) },
        { title: operations.firstId, cell: ({ ids }) => <code className="faint">{ids[0]}</code> },
      ]}
      empty={<Empty icon={<CircleCheck />} title={operations.agree} text="" />}
    />
  );
}

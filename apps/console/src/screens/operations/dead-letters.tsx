import { useQuery } from '@tanstack/react-query';
import { MailCheck, RotateCcw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { may, sessionQuery } from '../../api/session.js';
import { useChange, useList, useRead } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { SelectField } from '../../design/controls/fields.js';
import { Badge } from '../../design/data/badge.js';
import { CodeBlock } from '../../design/data/code-block.js';
import { Moment } from '../../design/data/moment.js';
import { Table } from '../../design/data/table.js';
import { AskFirst } from '../../design/feedback/ask-first.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Empty } from '../../design/feedback/empty.js';
import { Problem } from '../../design/feedback/problem.js';
import { Skeleton } from '../../design/feedback/skeleton.js';
import { say } from '../../design/feedback/toasts.js';
import { useAsked } from '../../design/layout/address.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { OperationsPage } from './operations-page.js';
import { ReplayAll, Replays } from './replays.js';

type Letter = Schema<'DeadLetter'>;
const services = ['campaigns', 'cards', 'events', 'identity', 'segments', 'webhooks'];

export function DeadLetters(): ReactNode {
  const { operations } = useWords();
  const format = useFormat();
  const { data: session } = useQuery(sessionQuery);
  const [{ service }, ask] = useAsked();
  const [opened, setOpened] = useState<Letter>();
  const list = useList('/api/1/admin/dead-letters', { query: { service }, every: 15_000 });
  const manages = may(session, 'dead-letters:manage');
  const action = manages && list.items !== undefined && list.items.length > 0 && <ReplayAll service={service} />;
  return (
    <OperationsPage actions={action}>
      <div className="narrow">
        <SelectField
          label={operations.service}
          value={service ?? ''}
          choices={[{ value: '', text: operations.allServices }, ...services.map((value) => ({ value, text: value }))]}
          onChange={(value) => ask({ service: value })}
        />
      </div>
      <Table<Letter>
        label={operations.deadLetters}
        rows={list.items}
        keyOf={({ id }) => id}
        onOpen={setOpened}
        error={list.error}
        retry={list.retry}
        more={list}
        columns={[
          { title: operations.service, cell: (letter) => <Badge>{letter.service}</Badge> },
          { title: operations.subject, main: true, cell: ({ subject }) => <code>{subject}</code> },
          { title: operations.error, cell: ({ error }) => <span className="soft">{error}</span> },
          { title: operations.attempts, end: true, cell: ({ attempts }) => format.number(attempts) },
          { title: operations.received, cell: ({ received_at }) => <Moment at={received_at} /> },
        ]}
        empty={<Empty icon={<MailCheck />} title={operations.none} text={operations.noneText} />}
      />
      <Replays />
      {opened && <LetterDialog letter={opened} manages={manages} onClose={() => setOpened(undefined)} />}
    </OperationsPage>
  );
}

function LetterDialog({
  letter,
  manages,
  onClose,
}: {
  letter: Letter;
  manages: boolean;
  onClose: () => void;
}): ReactNode {
  const { operations } = useWords();
  const path = { id: letter.id };
  const { data, error } = useRead('/api/1/admin/dead-letters/{id}', { path });
  const replay = useChange(
    () => call('post', '/api/1/admin/dead-letters/{id}:replay', { path }),
    () => {
      say(operations.replayed);
      onClose();
    },
  );
  const foot = manages && (
    <>
      <AskFirst
        action={operations.drop}
        text={operations.dropText}
        run={() => call('delete', '/api/1/admin/dead-letters/{id}', { path })}
        onDone={() => {
          say(operations.dropped);
          onClose();
        }}
      />
      <Button look="primary" icon={<RotateCcw />} busy={replay.isPending} onClick={() => replay.mutate(undefined)}>
        {operations.replay}
      </Button>
    </>
  );
  return (
    <Dialog open wide onClose={onClose} title={letter.subject} description={letter.service} foot={foot}>
      <CodeBlock value={letter.error} label={operations.error} />
      {error && <Problem error={error} />}
      {replay.error && <Problem error={replay.error} />}
      {data ? <CodeBlock value={data.payload} label={operations.payload} /> : <Skeleton lines={4} />}
    </Dialog>
  );
}

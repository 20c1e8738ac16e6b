import { useQuery } from '@tanstack/react-query';
import { CircleCheck, FileUp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { may, sessionQuery } from '../../api/session.js';
import { upload } from '../../api/upload.js';
import { useChange, useList } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Check } from '../../design/controls/fields.js';
import { FileDrop } from '../../design/controls/file-drop.js';
import { Badge } from '../../design/data/badge.js';
import { Moment } from '../../design/data/moment.js';
import { PanelList, paceOf } from '../../design/data/panel-list.js';
import { Stats } from '../../design/data/stats.js';
import { Table } from '../../design/data/table.js';
import { Empty } from '../../design/feedback/empty.js';
import { Problem } from '../../design/feedback/problem.js';
import { Section } from '../../design/layout/page.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { OperationsPage } from './operations-page.js';

/** Imports of members. They go on without the browser, and everybody finds them here. */
export function Imports(): ReactNode {
  const { operations } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const list = useList('/api/1/admin/imports', { query: { limit: 10 }, pace: paceOf });
  const [file, setFile] = useState<File>();
  const [dryRun, setDryRun] = useState(true);
  const [sent, setSent] = useState(0);
  const begin = useChange(
    (chosen: File) => {
      const form = new FormData();
      form.set('file', chosen);
      return upload<Schema<'BegunImport'>>(`/api/1/admin/imports?dry_run=${dryRun}`, form, setSent);
    },
    () => setFile(undefined),
  );
  return (
    <OperationsPage>
      {may(session, 'admin') && (
        <Section title={operations.importTitle}>
          <p className="soft">{operations.importText}</p>
          <FileDrop label={operations.dropFile} accept=".ndjson,.jsonl,.csv,text/csv" file={file} onFile={setFile} />
          <Check label={operations.dryRun} checked={dryRun} onChange={setDryRun} />
          {begin.isPending && <progress className="meter" max={1} value={sent} aria-label={operations.imports} />}
          {begin.error && <Problem error={begin.error} />}
          <div>
            <Button
              look="primary"
              busy={begin.isPending}
              disabled={file === undefined}
              onClick={() => file && begin.mutate(file)}
            >
              {operations.begin}
            </Button>
          </div>
        </Section>
      )}
      <Section title={operations.recent}>
        <PanelList
          list={list}
          empty={<Empty icon={<FileUp />} title={operations.noImports} text={operations.noImportsText} />}
        >
          {(each) => <OneImport key={each.id} data={each} />}
        </PanelList>
      </Section>
    </OperationsPage>
  );
}

function OneImport({ data }: { data: Schema<'MemberImport'> }): ReactNode {
  const { operations } = useWords();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  return (
    <div className="panel">
      <div className="row spread">
        <span className="row">
          <code>{data.id}</code>
          <span className="faint small">
            <Moment at={data.created_at} />
          </span>
          {data.dry_run && <Badge>{operations.tried}</Badge>}
        </span>
        <Badge tone={data.state === 'finished' ? 'good' : 'info'}>{operations.states[data.state]}</Badge>
      </div>
      <progress className="meter" max={1} value={data.progress} aria-label={operations.imports} />
      <Stats
        stats={[
          { name: operations.createdCount, value: format.number(data.created) },
          { name: operations.updatedCount, value: format.number(data.updated) },
          { name: operations.unchangedCount, value: format.number(data.unchanged) },
          { name: operations.refusedCount, value: format.number(data.refused) },
        ]}
      />
      {data.refused > 0 && (
        <div>
          <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {operations.fault}
          </Button>
        </div>
      )}
      {open && <Faults id={data.id} />}
    </div>
  );
}

function Faults({ id }: { id: string }): ReactNode {
  const { operations } = useWords();
  const list = useList('/api/1/admin/imports/{id}/faults', { path: { id }, query: { limit: 500 } });
  return (
    <Table
      label={operations.fault}
      rows={list.items}
      keyOf={({ line, pointer }) => `${line}${pointer}`}
      error={list.error}
      retry={list.retry}
      more={list}
      columns={[
        { title: operations.line, end: true, cell: ({ line }) => line },
        { title: operations.fault, cell: ({ pointer, detail }) => `${pointer} ${detail}` },
      ]}
      empty={<Empty icon={<CircleCheck />} title={operations.noFaults} text={operations.noFaultsText} />}
    />
  );
}

import { CircleCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { upload } from '../../api/upload.js';
import { useChange, useList, useRead } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { FileDrop } from '../../design/controls/file-drop.js';
import { Stats } from '../../design/data/stats.js';
import { ListTable } from '../../design/data/list-table.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Empty } from '../../design/feedback/empty.js';
import { Problem } from '../../design/feedback/problem.js';
import { StopWork } from '../../design/feedback/stop-work.js';
import { useFormat, useWords } from '../../words/use-words.js';

/** Sends a file of codes. The caller keeps the id of the import, so that its progress survives a reload. */
export function ImportCodes({
  id,
  importId,
  onBegun,
  onClose,
}: {
  id: string;
  importId: string | undefined;
  onBegun: (importId: string) => void;
  onClose: () => void;
}): ReactNode {
  const { rewards } = useWords();
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState(0);
  const send = useChange(
    (chosen: File) => {
      const form = new FormData();
      form.set('file', chosen);
      const path = `/api/1/admin/coupons/${encodeURIComponent(id)}/codes`;
      return upload<Schema<'BegunCodeImport'>>(path, form, setSent);
    },
    (begun) => onBegun(begun.id),
  );
  const button =
    importId === undefined ? (
      <Button type="submit" look="primary" busy={send.isPending} disabled={file === undefined}>
        {rewards.importCodes}
      </Button>
    ) : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={rewards.importCodes}
      description={importId === undefined ? rewards.importText : rewards.importGoesOn}
      foot={button}
      onSubmit={() => file && send.mutate(file)}
    >
      {importId === undefined ? (
        <>
          <FileDrop label={rewards.dropCodes} accept=".csv,.txt,text/csv,text/plain" file={file} onFile={setFile} />
          {send.isPending && <progress className="meter" max={1} value={sent} aria-label={rewards.importCodes} />}
          {send.error && <Problem error={send.error} />}
        </>
      ) : (
        <Progress id={id} importId={importId} />
      )}
    </Dialog>
  );
}

function Progress({ id, importId }: { id: string; importId: string }): ReactNode {
  const { rewards } = useWords();
  const format = useFormat();
  const [done, setDone] = useState(false);
  const path = { id, import_id: importId };
  const { data, error } = useRead('/api/1/admin/coupons/{id}/code-imports/{import_id}', {
    path,
    every: done ? false : 700,
  });
  if (typeof data?.finished_at === 'string' && !done) setDone(true);
  if (error) return <Problem error={error} />;
  return (
    <div className="stack" role="status">
      <progress className="meter" max={1} value={data?.progress ?? 0} aria-label={rewards.importCodes} />
      <Stats
        stats={[
          { name: rewards.importAdded, value: data && format.number(data.added) },
          { name: rewards.importRefused, value: data && format.number(data.refused) },
        ]}
      />
      {data && !done && (
        <div>
          <StopWork run={() => call('post', '/api/1/admin/coupons/{id}/code-imports/{import_id}:cancel', { path })} />
        </div>
      )}
      {typeof data?.obstacle === 'string' && <p className="notice warn">{data.obstacle}</p>}
      {done && data !== undefined && data.refused > 0 && <Faults path={path} />}
    </div>
  );
}

function Faults({ path }: { path: Record<string, string> }): ReactNode {
  const { operations } = useWords();
  const list = useList('/api/1/admin/coupons/{id}/code-imports/{import_id}/faults', { path });
  return (
    <ListTable<Schema<'CodeImportFault'>>
      label={operations.fault}
      list={list}
      keyOf={({ line }) => String(line)}
      columns={[
        { title: operations.line, end: true, cell: ({ line }) => line },
        { title: operations.fault, cell: ({ detail }) => detail },
      ]}
      empty={<Empty icon={<CircleCheck />} title={operations.noFaults} text={operations.noFaultsText} />}
    />
  );
}

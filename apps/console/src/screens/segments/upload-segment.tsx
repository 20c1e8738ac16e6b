import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { upload } from '../../api/upload.js';
import { useChange, useRead } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { TextField } from '../../design/controls/fields.js';
import { FileDrop } from '../../design/controls/file-drop.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { say } from '../../design/feedback/toasts.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { RefusedLines } from './refused-lines.js';

type Segment = Schema<'ExternalSegment'>;
const folder = '/api/1/external-segmentation/external-segment';

/** Sends a file, then shows how far the matching is. It goes on when the dialog closes. */
export function UploadSegment({ segment, onClose }: { segment?: Segment; onClose: () => void }): ReactNode {
  const { segments } = useWords();
  const queries = useQueryClient();
  const [title, setTitle] = useState(segment?.name ?? '');
  const [provider, setProvider] = useState(segment?.identifier ?? '');
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState(0);
  const [taken, setTaken] = useState<string>();
  const send = useChange(
    (chosen: File) => upload<Segment>(segment ? `${folder}/${segment.id}` : folder, formOf(chosen), setSent),
    ({ id }) => {
      setTaken(id);
      say(segments.taken);
    },
  );
  const formOf = (chosen: File): FormData => {
    const form = new FormData();
    form.set('title', title);
    form.set('identifier', provider);
    form.set('file', chosen);
    return form;
  };
  const choose = (chosen: File): void => {
    setFile(chosen);
    if (title === '') setTitle(chosen.name.replace(/\.\w+$/, ''));
  };
  const button = taken === undefined && (
    <Button
      type="submit"
      look="primary"
      busy={send.isPending}
      disabled={file === undefined || title.trim() === '' || provider.trim() === ''}
    >
      {segments.upload}
    </Button>
  );
  return (
    <Dialog
      open
      onClose={() => {
        void queries.invalidateQueries();
        onClose();
      }}
      title={segment === undefined ? segments.upload : `${segments.replace}: ${segment.name}`}
      foot={button}
      onSubmit={taken === undefined ? () => file && send.mutate(file) : undefined}
    >
      {taken === undefined ? (
        <>
          <FileDrop label={segments.dropFile} accept=".csv,.txt,text/csv,text/plain" file={file} onFile={choose} />
          <TextField
            label={segments.name}
            value={title}
            onChange={setTitle}
            fault={send.error?.faultAt('#/title')}
            maxLength={200}
          />
          <TextField
            label={segments.provider}
            value={provider}
            onChange={setProvider}
            placeholder="demo"
            fault={send.error?.faultAt('#/identifier')}
          />
          {send.isPending && <Progress label={segments.sending} share={sent} />}
          {send.error?.code === 'csv-invalid' && <RefusedLines errors={send.error.errors} />}
          {send.error && send.error.code !== 'csv-invalid' && <Problem error={send.error} />}
        </>
      ) : (
        <Matching id={taken} />
      )}
    </Dialog>
  );
}

function Progress({ label, share }: { label: string; share: number }): ReactNode {
  const format = useFormat();
  return (
    <div className="stack small">
      <div className="row spread">
        <span>{label}</span>
        <span className="number">{format.percent(share)}</span>
      </div>
      <progress className="meter" max={1} value={share} aria-label={label} />
    </div>
  );
}

function Matching({ id }: { id: string }): ReactNode {
  const { segments } = useWords();
  const format = useFormat();
  const [done, setDone] = useState(false);
  const { data: segment } = useRead(`${folder}/{segment_id}`, { path: { segment_id: id }, every: done ? false : 700 });
  if (segment?.state === 'processed' && !done) setDone(true);
  if (segment?.state !== 'processed') return <Progress label={segments.processing} share={segment?.progress ?? 0} />;
  return (
    <div className="stack" role="status">
      <Progress label={segments.done} share={1} />
      <p>
        {segments.inFile}: <strong className="number">{format.number(segment.externalUserCount)}</strong> ·{' '}
        {segments.members}: <strong className="number">{format.number(segment.internalUserCount)}</strong>
      </p>
    </div>
  );
}

export function removeSegment(id: string): Promise<unknown> {
  return call('delete', `${folder}/{segment_id}`, { path: { segment_id: id } });
}

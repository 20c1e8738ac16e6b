import { ListFilter, Upload } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { useList } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Badge } from '../../design/data/badge.js';
import { ListTable } from '../../design/data/list-table.js';
import { Empty } from '../../design/feedback/empty.js';
import { Page } from '../../design/layout/page.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { UploadSegment } from './upload-segment.js';

type Segment = Schema<'ExternalSegment'>;

export function Segments(): ReactNode {
  const { segments, common } = useWords();
  const format = useFormat();
  const [uploading, setUploading] = useState(false);
  const list = useList('/api/1/external-segmentation/external-segment/list', { every: 3_000 });
  const make = (
    <Button look="primary" icon={<Upload />} onClick={() => setUploading(true)}>
      {segments.upload}
    </Button>
  );
  return (
    <Page title={segments.title} subtitle={segments.subtitle} actions={make}>
      <ListTable<Segment>
        label={segments.title}
        list={list}
        keyOf={({ id }) => id}
        to={({ id }) => `/segments/${id}`}
        columns={[
          { title: segments.name, main: true, cell: ({ name }) => name },
          { title: common.state, cell: (segment) => <SegmentState segment={segment} /> },
          { title: segments.provider, cell: ({ identifier }) => <code>{identifier}</code> },
          { title: segments.inFile, end: true, cell: ({ externalUserCount }) => format.number(externalUserCount) },
          { title: segments.members, end: true, cell: ({ internalUserCount }) => format.number(internalUserCount) },
          { title: segments.file, cell: ({ fileName }) => fileName },
        ]}
        empty={
          <Empty icon={<ListFilter />} title={segments.empty} text={segments.emptyText}>
            {make}
          </Empty>
        }
      />
      {uploading && <UploadSegment onClose={() => setUploading(false)} />}
    </Page>
  );
}

export function SegmentState({ segment: { state, progress } }: { segment: Segment }): ReactNode {
  const { segments } = useWords();
  const format = useFormat();
  return (
    <Badge tone={state === 'processed' ? 'good' : 'info'}>
      {segments.states[state]}
      {state === 'processing' && progress !== undefined && ` ${format.percent(progress)}`}
    </Badge>
  );
}

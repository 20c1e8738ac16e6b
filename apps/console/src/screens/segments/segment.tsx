import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Trash2, Upload, Users } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { may, sessionQuery } from '../../api/session.js';
import { useChange, useList, useRead } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copyable.js';
import { Stats } from '../../design/data/stats.js';
import { ListTable } from '../../design/data/list-table.js';
import { Confirm } from '../../design/feedback/confirm.js';
import { Empty } from '../../design/feedback/empty.js';
import { Problem } from '../../design/feedback/problem.js';
import { say } from '../../design/feedback/toasts.js';
import { usePathValue } from '../../design/layout/address.js';
import { Page, Section } from '../../design/layout/page.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { SegmentState } from './segments.js';
import { removeSegment, UploadSegment } from './upload-segment.js';
import { UsedBy } from './used-by.js';

const folder = '/api/1/external-segmentation/external-segment';

export function SegmentPage(): ReactNode {
  const { segments, common } = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const id = usePathValue('id');
  const path = { segment_id: id };
  const { data: session } = useQuery(sessionQuery);
  const [replacing, setReplacing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const { data: segment, error, refetch } = useRead(`${folder}/{segment_id}`, { path, every: 5_000 });
  const members = useList(`${folder}/{segment_id}/members`, { path, query: { limit: 500 } });
  const remove = useChange(
    () => removeSegment(id),
    () => {
      say(segments.deleted);
      void navigate({ to: '/segments' });
    },
  );
  const share = segment && segment.externalUserCount > 0 && segment.internalUserCount / segment.externalUserCount;
  return (
    <Page
      title={segment?.name ?? ' '}
      crumb={<Link to="/segments">{segments.title}</Link>}
      beside={segment && <SegmentState segment={segment} />}
      subtitle={<Copyable text={id} />}
      actions={
        segment && (
          <>
            <Button icon={<Upload />} onClick={() => setReplacing(true)}>
              {segments.replace}
            </Button>
            <Button
              icon={<Trash2 />}
              onClick={() => {
                remove.reset();
                setDeleting(true);
              }}
            >
              {segments.delete}
            </Button>
          </>
        )
      }
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      <Stats
        stats={[
          { name: segments.inFile, value: segment && format.number(segment.externalUserCount) },
          { name: segments.members, value: segment && format.number(segment.internalUserCount) },
          {
            name: segments.match,
            value: segment && format.percent(share === false || share === undefined ? 0 : share),
          },
          { name: segments.provider, value: segment && <code>{segment.identifier}</code>, below: segment?.fileName },
        ]}
      />
      {may(session, 'campaigns:manage', 'admin:read') && <UsedBy segmentId={id} />}
      <Section title={segments.members}>
        <ListTable
          label={segments.members}
          list={members}
          keyOf={({ user_id }) => user_id}
          to={({ user_id }) => `/customers/${user_id}`}
          columns={[{ title: common.id, main: true, cell: ({ user_id }) => <code>{user_id}</code> }]}
          empty={<Empty icon={<Users />} title={segments.noMembers} text={segments.noMembersText} />}
        />
      </Section>
      {segment && replacing && <UploadSegment segment={segment} onClose={() => setReplacing(false)} />}
      <Confirm
        open={deleting}
        onClose={() => setDeleting(false)}
        title={`${segments.delete}: ${segment?.name ?? ''}`}
        text={segments.deleteText}
        action={segments.delete}
        danger
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined)}
      >
        {remove.error?.usages.map(({ campaign_id, name }) => (
          <div key={campaign_id}>
            {segments.uses}: <Link to={`/campaigns/${campaign_id}`}>{name}</Link>
          </div>
        ))}
      </Confirm>
    </Page>
  );
}

import { useEffect, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import { useChange } from '../../api/use-api.js';
import { Copyable } from '../../design/controls/copyable.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { Skeleton } from '../../design/feedback/skeleton.js';
import { useFormat, useWords } from '../../words/use-words.js';

const daySeconds = 86_400;

/** A link to the page for the subscriber, who has no account. */
export function PortalLink({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const { webhooks } = useWords();
  const format = useFormat();
  const { mutate, data, error } = useChange(() =>
    call('post', '/api/1/terminal/portal-sessions', { body: { webhook_ids: [id], ttl: daySeconds } }),
  );
  useEffect(() => {
    mutate(undefined);
  }, [mutate]);
  return (
    <Dialog open onClose={onClose} title={webhooks.portalLink} description={webhooks.portalLinkText}>
      {error && <Problem error={error} onRetry={() => mutate(undefined)} />}
      {data === undefined && !error && <Skeleton lines={2} />}
      {data && (
        <div className="panel">
          <Copyable text={data.url} />
          <p className="small soft">{webhooks.portalLinkEnds(format.moment(data.expires_at))}</p>
        </div>
      )}
    </Dialog>
  );
}

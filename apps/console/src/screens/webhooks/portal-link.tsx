import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import { useChange, useList } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copyable.js';
import { Check, SelectField } from '../../design/controls/fields.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { Skeleton } from '../../design/feedback/skeleton.js';
import { useFormat, useWords } from '../../words/use-words.js';

const hour = 3_600;
const lifetimes = { hour, day: 24 * hour, week: 7 * 24 * hour } as const;

/** A link to the page for the subscriber, who has no account. It shows the webhooks that are chosen here, and no others. */
export function PortalLink({ ids, onClose }: { ids: readonly string[]; onClose: () => void }): ReactNode {
  const { webhooks, common } = useWords();
  const format = useFormat();
  const [chosen, setChosen] = useState(ids);
  const [ttl, setTtl] = useState<number>(lifetimes.day);
  const list = useList('/api/1/terminal/webhooks');
  const make = useChange(() =>
    call('post', '/api/1/terminal/portal-sessions', { body: { webhook_ids: [...chosen], ttl } }),
  );
  const { data: link } = make;
  const error = make.error ?? list.error;
  if (link) {
    return (
      <Dialog open mustConfirm onClose={onClose} title={webhooks.portalLink} description={webhooks.portalLinkText}>
        <div className="panel">
          <Copyable text={link.url} />
          <p className="small soft">{webhooks.portalLinkEnds(format.moment(link.expires_at))}</p>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={webhooks.portalLink}
      description={webhooks.portalLinkText}
      onSubmit={() => make.mutate(undefined)}
      foot={
        <Button type="submit" look="primary" busy={make.isPending} disabled={chosen.length === 0}>
          {webhooks.makeLink}
        </Button>
      }
    >
      <fieldset className="choices">
        <legend>{webhooks.title}</legend>
        {list.items === undefined && <Skeleton lines={2} />}
        {list.items?.map(({ id, url }) => (
          <Check
            key={id}
            label={url}
            checked={chosen.includes(id)}
            onChange={(on) => setChosen(on ? [...chosen, id] : chosen.filter((each) => each !== id))}
          />
        ))}
      </fieldset>
      <SelectField
        label={webhooks.linkLasts}
        value={String(ttl)}
        choices={[
          { value: String(lifetimes.hour), text: webhooks.oneHour },
          { value: String(lifetimes.day), text: common.lastDay },
          { value: String(lifetimes.week), text: common.lastWeek },
        ]}
        onChange={(seconds) => setTtl(Number(seconds))}
      />
      {error && <Problem error={error} />}
    </Dialog>
  );
}

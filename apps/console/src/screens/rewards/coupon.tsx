import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileUp, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import { may, sessionQuery } from '../../api/session.js';
import { useChange, useRead } from '../../api/use-api.js';
import { useWholeList } from '../../api/use-whole-list.js';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copyable.js';
import { Facts } from '../../design/data/facts.js';
import { Stats } from '../../design/data/stats.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { Skeleton } from '../../design/feedback/skeleton.js';
import { say } from '../../design/feedback/toasts.js';
import { useAsked, usePathValue } from '../../design/layout/address.js';
import { Page, Section } from '../../design/layout/page.js';
import { useOpened } from '../../design/time/use-opened.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { Codes } from './codes.js';
import { Forecast } from './forecast.js';
import { CodeChoice, codesOf, noCodes } from './code-choice.js';
import { ImportCodes } from './import-codes.js';
import { Stock } from './coupons.js';

const day = 86_400;

export function CouponPage(): ReactNode {
  const { rewards, common, campaigns: words } = useWords();
  const format = useFormat();
  const id = usePathValue('id');
  const { data: session } = useQuery(sessionQuery);
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  const [{ import: importId }, ask] = useAsked();
  const { data: coupon, error, refetch } = useRead('/api/1/admin/coupons/{id}', { path: { id }, every: 15_000 });
  const seesCampaigns = may(session, 'campaigns:manage', 'admin:read');
  const campaigns = useWholeList('/api/1/admin/campaigns', { query: { limit: 500 }, enabled: seesCampaigns });
  // The codes stand below the forecast, and would jump if they came before it.
  const hasRoomForCodes = useOpened(
    coupon !== undefined && (!seesCampaigns || campaigns.isWhole || campaigns.error !== null),
  );
  const users = campaigns.items?.filter(({ effects }) =>
    effects.some((effect) => effect.type === 'claim_coupon' && effect.coupon_id === id),
  );
  const manages = may(session, 'rewards:manage');
  const add = manages && (
    <>
      <Button icon={<FileUp />} onClick={() => setImporting(true)}>
        {rewards.importCodes}
      </Button>
      <Button icon={<Plus />} onClick={() => setAdding(true)}>
        {rewards.addCodes}
      </Button>
    </>
  );
  return (
    <Page
      title={coupon?.title ?? ' '}
      crumb={<Link to="/rewards">{rewards.coupons}</Link>}
      beside={coupon && <Stock coupon={coupon} />}
      subtitle={<Copyable text={id} />}
      actions={add}
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!error && (
        <Stats
          stats={[
            { name: rewards.available, value: coupon && format.number(coupon.available) },
            { name: rewards.claimed, value: coupon && format.number(coupon.claimed) },
          ]}
        />
      )}
      {!error && (
        <Section title={common.details}>
          {coupon ? (
            <Facts
              facts={[
                [rewards.description, coupon.description || null],
                [
                  rewards.validity,
                  coupon.valid_seconds !== null
                    ? rewards.validFor(format.number(coupon.valid_seconds / day))
                    : coupon.expires_at === null
                      ? rewards.forever
                      : rewards.validUntil(format.day(coupon.expires_at)),
                ],
                [common.created, format.day(coupon.created)],
                [
                  rewards.usedBy,
                  users === undefined || users.length === 0
                    ? null
                    : users.map((campaign) => (
                        <div key={campaign.id}>
                          <Link to={`/campaigns/${campaign.id}`}>{campaign.name}</Link>{' '}
                          <span className="faint small">{words.states[campaign.state]}</span>
                        </div>
                      )),
                ],
              ]}
            />
          ) : (
            <Skeleton lines={4} />
          )}
        </Section>
      )}
      {coupon && campaigns.isWhole && users && users.length > 0 && <Forecast coupon={coupon} campaigns={users} />}
      {hasRoomForCodes && may(session, 'rewards:manage', 'admin:read') && <Codes id={id} />}
      {manages && (importing || importId !== undefined) && (
        <ImportCodes
          id={id}
          importId={importId}
          onBegun={(begun) => ask({ import: begun })}
          onClose={() => {
            setImporting(false);
            ask({ import: undefined });
          }}
        />
      )}
      {adding && <AddCodes id={id} onClose={() => setAdding(false)} />}
    </Page>
  );
}

function AddCodes({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const { rewards, common } = useWords();
  const [codes, setCodes] = useState(noCodes);
  const add = useChange(
    () => call('post', '/api/1/admin/coupons/{id}/codes', { path: { id }, body: codesOf(codes) }),
    () => {
      say(rewards.codesAdded);
      onClose();
    },
  );
  const button = (
    <Button type="submit" look="primary" busy={add.isPending}>
      {common.add}
    </Button>
  );
  return (
    <Dialog open onClose={onClose} title={rewards.addCodes} foot={button} onSubmit={() => add.mutate(undefined)}>
      <CodeChoice choice={codes} onChange={setCodes} />
      {add.error && <Problem error={add.error} />}
    </Dialog>
  );
}

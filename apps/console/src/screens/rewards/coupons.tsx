import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus, Ticket } from 'lucide-react';
import { useDeferredValue, useState, type ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { may, sessionQuery } from '../../api/session.js';
import { useList } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { SearchField } from '../../design/controls/fields.js';
import { Badge } from '../../design/data/badge.js';
import { Moment } from '../../design/data/moment.js';
import { Table } from '../../design/data/table.js';
import { Empty } from '../../design/feedback/empty.js';
import { useAsked } from '../../design/layout/address.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { NewCoupon } from './new-coupon.js';
import { RewardsPage } from './rewards-page.js';

type Coupon = Schema<'Coupon'>;
/** The share of codes left below which a stock is called low. */
const lowShare = 0.1;

export function Coupons(): ReactNode {
  const { rewards, common } = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const [{ q = '' }, ask] = useAsked();
  const [making, setMaking] = useState(false);
  const list = useList('/api/1/admin/coupons', { query: { q: useDeferredValue(q) } });
  const make = may(session, 'rewards:manage') && (
    <Button look="primary" icon={<Plus />} onClick={() => setMaking(true)}>
      {rewards.newCoupon}
    </Button>
  );
  return (
    <RewardsPage actions={make}>
      <SearchField label={rewards.find} value={q} onChange={(text) => ask({ q: text })} />
      <Table<Coupon>
        label={rewards.coupons}
        rows={list.items}
        keyOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: `/rewards/coupons/${id}` })}
        error={list.error}
        retry={list.retry}
        more={list}
        columns={[
          { title: rewards.name, main: true, cell: ({ title }) => title },
          { title: rewards.stock, cell: (coupon) => <Stock coupon={coupon} /> },
          { title: rewards.available, end: true, cell: ({ available }) => format.number(available) },
          { title: rewards.claimed, end: true, cell: ({ claimed }) => format.number(claimed) },
          { title: common.created, cell: ({ created }) => <Moment at={created} /> },
        ]}
        empty={
          <Empty icon={<Ticket />} title={rewards.noCoupons} text={rewards.noCouponsText}>
            {make}
          </Empty>
        }
      />
      {making && <NewCoupon onClose={() => setMaking(false)} />}
    </RewardsPage>
  );
}

export function Stock({ coupon: { available, claimed } }: { coupon: Coupon }): ReactNode {
  const { rewards } = useWords();
  const format = useFormat();
  const share = available + claimed === 0 ? 0 : available / (available + claimed);
  if (available === 0) return <Badge tone="bad">{rewards.out}</Badge>;
  if (share < lowShare) return <Badge tone="warn">{rewards.low}</Badge>;
  return <Badge tone="good">{format.percent(share)}</Badge>;
}

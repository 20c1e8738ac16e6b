import { Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { useList } from '../../api/use-api.js';
import { SearchField } from '../../design/controls/fields.js';
import { Badge } from '../../design/data/badge.js';
import { Moment } from '../../design/data/moment.js';
import { useAsked } from '../../design/layout/address.js';
import { ListScreen } from '../../design/layout/list-screen.js';
import { useSettled } from '../../design/time/use-settled.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { NewCoupon } from './new-coupon.js';
import { RewardsPage } from './rewards-page.js';

type Coupon = Schema<'Coupon'>;
/** The share of codes left from which on a stock is low, and webhooks are told of it. */
const lowShare = 0.1;

export function Coupons(): ReactNode {
  const { rewards, common } = useWords();
  const format = useFormat();
  const [{ q = '' }, ask] = useAsked();
  return (
    <ListScreen<Coupon>
      frame={RewardsPage}
      scope="rewards:manage"
      label={rewards.coupons}
      make={rewards.newCoupon}
      above={<SearchField label={rewards.find} value={q} onChange={(text) => ask({ q: text })} />}
      list={useList('/api/1/admin/coupons', { query: { q: useSettled(q) } })}
      keyOf={({ id }) => id}
      to={({ id }) => `/rewards/coupons/${id}`}
      columns={[
        { title: rewards.name, main: true, cell: ({ title }) => title },
        { title: rewards.stock, cell: (coupon) => <Stock coupon={coupon} /> },
        { title: rewards.available, end: true, cell: ({ available }) => format.number(available) },
        { title: rewards.claimed, end: true, cell: ({ claimed }) => format.number(claimed) },
        { title: common.created, cell: ({ created }) => <Moment at={created} /> },
      ]}
      empty={{ icon: <Ticket />, title: rewards.noCoupons, text: rewards.noCouponsText }}
      form={(_, close) => <NewCoupon onClose={close} />}
    />
  );
}

export function Stock({ coupon: { available, claimed } }: { coupon: Coupon }): ReactNode {
  const { rewards } = useWords();
  const format = useFormat();
  const share = available + claimed === 0 ? 0 : available / (available + claimed);
  if (available === 0) return <Badge tone="bad">{rewards.out}</Badge>;
  if (share <= lowShare) return <Badge tone="warn">{rewards.low}</Badge>;
  return <Badge tone="good">{format.percent(share)}</Badge>;
}

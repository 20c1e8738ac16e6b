import { Link } from '@tanstack/react-router';
import { TicketX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { useList } from '../../api/use-api.js';
import { SearchField } from '../../design/controls/fields.js';
import { Badge, type Tone } from '../../design/data/badge.js';
import { ListTable } from '../../design/data/list-table.js';
import { Empty } from '../../design/feedback/empty.js';
import { Section } from '../../design/layout/page.js';
import { useSettled } from '../../design/time/use-settled.js';
import { useWords } from '../../words/use-words.js';

type Code = Schema<'CouponCode'>;
const tones: Partial<Record<Code['state'], Tone>> = { available: 'good', issued: 'info', redeemed: 'info' };

/** The codes of a coupon, with the person who has each. */
export function Codes({ id }: { id: string }): ReactNode {
  const { rewards, common } = useWords();
  const [q, setQ] = useState('');
  const asked = useSettled(q.trim());
  const list = useList('/api/1/admin/coupons/{id}/codes', { path: { id }, query: { q: asked, limit: 100 } });
  return (
    <Section title={rewards.codes} actions={<SearchField label={rewards.findCode} value={q} onChange={setQ} />}>
      <ListTable<Code>
        label={rewards.codes}
        list={list}
        keyOf={({ code }) => code}
        columns={[
          { title: rewards.code, main: true, cell: ({ code }) => <code>{code}</code> },
          {
            title: common.state,
            cell: ({ state }) => <Badge tone={tones[state]}>{rewards.codeStates[state]}</Badge>,
          },
          {
            title: rewards.holder,
            cell: ({ slip }) => (slip === null ? '—' : <Link to={`/customers/${slip.user_id}`}>{slip.user_id}</Link>),
          },
        ]}
        empty={<Empty icon={<TicketX />} title={rewards.noCode} text={rewards.noCodeText} />}
      />
    </Section>
  );
}

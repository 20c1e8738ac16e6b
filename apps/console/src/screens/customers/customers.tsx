import { UserSearch, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { useList } from '../../api/use-api.js';
import { SearchField } from '../../design/controls/fields.js';
import { Badge } from '../../design/data/badge.js';
import { Moment } from '../../design/data/moment.js';
import { ListTable } from '../../design/data/list-table.js';
import { Empty } from '../../design/feedback/empty.js';
import { useAsked } from '../../design/layout/address.js';
import { Page } from '../../design/layout/page.js';
import { useSettled } from '../../design/time/use-settled.js';
import { useWords } from '../../words/use-words.js';

type Found = Schema<'FoundUser'>;
const shortest = 2;

export function Customers(): ReactNode {
  const { customers, common } = useWords();
  const [{ q = '' }, ask] = useAsked();
  const asked = useSettled(q.trim());
  const isLongEnough = asked.length >= shortest;
  const list = useList('/api/1/admin/users', { query: { q: asked, limit: 50 }, enabled: isLongEnough });
  return (
    <Page title={customers.title} subtitle={customers.subtitle}>
      <SearchField label={customers.find} value={q} autoFocus onChange={(text) => ask({ q: text })} />
      {isLongEnough ? (
        <ListTable<Found>
          label={customers.title}
          list={{ ...list, items: list.items?.filter((each) => 'user_id' in each) }}
          keyOf={({ user_id }) => user_id}
          to={({ user_id }) => `/customers/${user_id}`}
          columns={[
            { title: common.name, main: true, cell: ({ name }) => name ?? <span className="faint">—</span> },
            { title: customers.mail, cell: ({ username }) => username ?? '—' },
            {
              title: common.state,
              cell: ({ active }) => (
                <Badge tone={active ? 'good' : 'idle'}>{active ? customers.active : customers.inactive}</Badge>
              ),
            },
            { title: common.id, cell: ({ user_id }) => <code className="faint">{user_id}</code> },
            { title: customers.since, cell: ({ created }) => <Moment at={created} /> },
          ]}
          empty={<Empty icon={<UserSearch />} title={customers.nobody} text={customers.nobodyText(asked)} />}
        />
      ) : (
        <Empty icon={<Users />} title={customers.typeMore} text={customers.typeMoreText} />
      )}
    </Page>
  );
}

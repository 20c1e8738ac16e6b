import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { useRead } from '../../api/use-api.js';
import { Copyable } from '../../design/controls/copyable.js';
import { Segmented } from '../../design/controls/segmented.js';
import { Badge } from '../../design/data/badge.js';
import { Problem } from '../../design/feedback/problem.js';
import { Skeleton } from '../../design/feedback/skeleton.js';
import { useAsked, usePathValue } from '../../design/layout/address.js';
import { Page } from '../../design/layout/page.js';
import { useWords } from '../../words/use-words.js';
import { CustomerActions } from './customer-actions.js';
import { Profile } from './profile.js';
import { Timeline } from './timeline.js';
import { WalletOf } from './wallet.js';

type User = Schema<'AdminUser'>;

/** Everything about one person: who it is at the side, what happened in the middle. */
export function Customer(): ReactNode {
  const { customers } = useWords();
  const id = usePathValue('id');
  const [{ part }, ask] = useAsked();
  const user = useRead('/api/1/admin/users/{user_id}', { path: { user_id: id } });
  const person = useRead('/api/1/user/person/details/{user_id}', { path: { user_id: id } });
  const name = person.data ? [person.data.firstName, person.data.infix, person.data.lastName] : [];
  const title = name.filter(Boolean).join(' ') || user.data?.username || customers.unnamed;
  return (
    <Page
      title={user.data === undefined && !user.error ? ' ' : title}
      crumb={<Link to="/customers">{customers.title}</Link>}
      beside={user.data && <State user={user.data} />}
      subtitle={<Copyable text={id} />}
      actions={user.data && <CustomerActions user={user.data} />}
    >
      {user.error && <Problem error={user.error} onRetry={() => void user.refetch()} />}
      {!user.error && (
        <div className="columns">
          <div className="stack">
            <div>
              <Segmented
                label={customers.title}
                value={part === 'wallet' ? 'wallet' : 'timeline'}
                choices={[
                  { value: 'timeline', text: customers.timeline },
                  { value: 'wallet', text: customers.wallet },
                ]}
                onChange={(value) => ask({ part: value === 'wallet' ? value : undefined })}
              />
            </div>
            {part === 'wallet' ? <WalletOf userId={id} /> : <Timeline userId={id} />}
          </div>
          <div className="stack loose">
            {user.data ? <Profile user={user.data} person={person.data} /> : <Skeleton lines={8} />}
          </div>
        </div>
      )}
    </Page>
  );
}

function State({ user }: { user: User }): ReactNode {
  const { customers } = useWords();
  if (user.closed_at !== null) return <Badge tone="bad">{customers.closed}</Badge>;
  if (user.deactivated_at !== null) return <Badge tone="warn">{customers.blocked}</Badge>;
  if (!user.completed_registration) return <Badge>{customers.unfinished}</Badge>;
  return <Badge tone={user.active ? 'good' : 'idle'}>{user.active ? customers.active : customers.inactive}</Badge>;
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Radio } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { may, sessionQuery } from '../../api/session.js';
import { useList } from '../../api/use-api.js';
import { Badge } from '../../design/data/badge.js';
import { Moment } from '../../design/data/moment.js';
import { ListTable } from '../../design/data/list-table.js';
import { Empty } from '../../design/feedback/empty.js';
import { Page } from '../../design/layout/page.js';
import { useWords } from '../../words/use-words.js';

type Definition = Schema<'StoredDefinition'>;

export function Events(): ReactNode {
  const { events, common } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const list = useList('/api/1/terminal/events');
  const make = may(session, 'events:define') && (
    <Link to="/events/new" className="button primary">
      <Plus aria-hidden="true" />
      {events.create}
    </Link>
  );
  return (
    <Page
      title={events.title}
      subtitle={events.subtitle}
      actions={
        <>
          {may(session, 'events:read') && (
            <Link to="/events/live" className="button">
              <Radio aria-hidden="true" />
              {events.live}
            </Link>
          )}
          {make}
        </>
      }
    >
      <ListTable<Definition>
        label={events.title}
        list={list}
        keyOf={({ event_name }) => event_name}
        to={({ event_name }) => `/events/${event_name}`}
        columns={[
          { title: events.name, main: true, cell: ({ event_name }) => <code>{event_name}</code> },
          {
            title: common.state,
            cell: ({ retired_at }) => (
              <Badge tone={retired_at ? 'idle' : 'good'}>{retired_at ? events.retired : events.inUse}</Badge>
            ),
          },
          { title: common.version, end: true, cell: ({ version }) => version },
          { title: events.data, cell: ({ definition }) => <Properties definition={definition} /> },
          { title: common.updated, cell: ({ created }) => <Moment at={created} /> },
        ]}
        empty={
          <Empty icon={<Radio />} title={events.empty} text={events.emptyText}>
            {make}
          </Empty>
        }
      />
    </Page>
  );
}

function Properties({ definition }: { definition: unknown }): ReactNode {
  const { properties = {} } = definition as { properties?: Record<string, unknown> };
  return <span className="soft small">{Object.keys(properties).slice(0, 6).join(', ')}</span>;
}

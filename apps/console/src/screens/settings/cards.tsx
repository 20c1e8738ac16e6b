import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { useList } from '../../api/use-api.js';
import { Badge } from '../../design/data/badge.js';
import { Moment } from '../../design/data/moment.js';
import { Table } from '../../design/data/table.js';
import { Empty } from '../../design/feedback/empty.js';
import { useWords } from '../../words/use-words.js';
import { SettingsPage } from './settings-page.js';

export function Cards(): ReactNode {
  const { settings, common } = useWords();
  const list = useList('/api/1/admin/card-definitions');
  return (
    <SettingsPage>
      <Table<Schema<'CardDefinition'>>
        label={settings.cards}
        rows={list.items}
        keyOf={({ id }) => id}
        error={list.error}
        retry={list.retry}
        more={list}
        columns={[
          { title: common.name, main: true, cell: ({ name }) => name },
          { title: settings.barcode, cell: ({ representation }) => <code>{representation.name}</code> },
          {
            title: settings.tiers,
            cell: ({ tiers }) => (
              <span className="row">
                {tiers.map(({ card_tier_id, name }) => (
                  <Badge key={card_tier_id}>{name}</Badge>
                ))}
              </span>
            ),
          },
          { title: settings.usersPerCard, end: true, cell: ({ users_per_card }) => users_per_card },
          { title: common.updated, cell: ({ updated }) => <Moment at={updated} /> },
        ]}
        empty={<Empty icon={<CreditCard />} title={settings.noCards} text={settings.noCardsText} />}
      />
    </SettingsPage>
  );
}

import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schema } from '../../../api/routes.js';
import { useList } from '../../../api/use-api.js';
import { Badge } from '../../../design/data/badge.js';
import { Moment } from '../../../design/data/moment.js';
import { ListScreen } from '../../../design/layout/list-screen.js';
import { useFormat, useWords } from '../../../words/use-words.js';
import { SettingsPage } from '../settings-page.js';
import { CardForm } from './card-form.js';

type Definition = Schema<'CardDefinition'>;

export function Cards(): ReactNode {
  const { settings, common } = useWords();
  const format = useFormat();
  return (
    <ListScreen<Definition>
      frame={SettingsPage}
      scope="cards:manage"
      label={settings.cards}
      make={settings.newCard}
      list={useList('/api/1/admin/card-definitions')}
      keyOf={({ id }) => id}
      columns={[
        { title: common.name, main: true, cell: ({ name }) => name },
        { title: settings.barcode, cell: ({ representation }) => settings.barcodes[representation.name] },
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
        { title: settings.usersPerCard, end: true, cell: ({ users_per_card }) => format.number(users_per_card) },
        { title: common.updated, cell: ({ updated }) => <Moment at={updated} /> },
      ]}
      empty={{ icon: <CreditCard />, title: settings.noCards, text: settings.noCardsText }}
      form={(definition, close) => <CardForm definition={definition} onClose={close} />}
    />
  );
}

import { idAt, TimelineStore } from '@ces/service/timeline/timeline.store';
import { Injectable } from '@nestjs/common';

/** Cards and answers to opt-ins in the life of a user, who has few of them. SQL because `TimelineStore` joins it with others. */
@Injectable()
export class CardTimelineStore extends TimelineStore {
  protected readonly selections = {
    'card-added': `
      SELECT ${idAt('h.added_at', 'h.card_id::text')} AS id,
             'Card ' || coalesce(c.identifier_actual, c.identifier) || ' added' AS title,
             json_build_object('card_id', c.id, 'identifier', c.identifier, 'state', c.state, 'card_definition', d.name,
                               'card_tier', t.name) AS data
        FROM card_holder h JOIN card c ON c.id = h.card_id JOIN card_tier t ON t.id = c.tier_id
        JOIN card_definition d ON d.id = t.definition_id WHERE h.user_id = $1`,
    'optin-changed': `
      SELECT ${idAt('c.given_at', 'c.id::text')} AS id,
             CASE WHEN c.opted_in THEN 'Opted in to ' ELSE 'Opted out of ' END || coalesce(t.name ->> 'en_GB', '') AS title,
             json_build_object('optin_id', c.optin_id, 'opted_in', c.opted_in, 'purpose', t.purpose,
                               'text_version', c.text_version, 'source', c.source, 'client_id', c.client_id) AS data
        FROM consent c JOIN optin_text t ON t.optin_id = c.optin_id AND t.version = c.text_version
       WHERE c.user_id = $1`,
  };
}

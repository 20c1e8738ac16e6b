import type { Client } from 'pg';
import { finishTable } from '../finish-table.ts';
import { databaseUrl, withClient } from '../ingest/ceiling-database.ts';
import type { Member } from './draw-members.ts';

/** Writes the members straight into the tables of identity and cards. The opt-ins exist. */
export async function fillMembers(postgres: string, members: Member[]): Promise<void> {
  await withClient(databaseUrl(postgres, 'identity'), async (client) => {
    const users = members.map(({ id, email, active, completed, person }) => ({ id, email, active, completed, person }));
    const connections = members.flatMap((each) => each.connections.map((one) => ({ ...one, user_id: each.id })));
    const fromUsers = `FROM json_to_recordset($1) AS u (id text, email text, active boolean, completed boolean, person jsonb)`;
    await insert(
      client,
      `INSERT INTO app_user (id, active, completed_registration) SELECT id, active, completed ${fromUsers}`,
      users,
    );
    await insert(
      client,
      `INSERT INTO credential (user_id, username, password_hash, activated_at) SELECT id, email, '-', now() ${fromUsers}`,
      users,
    );
    await insert(client, `INSERT INTO person (user_id, fields) SELECT id, person ${fromUsers}`, users);
    await insert(
      client,
      `INSERT INTO connection (provider_name, owner_id, user_id, created_at) SELECT provider_name, owner_id, user_id, created_at
         FROM json_to_recordset($1) AS c (provider_name text, owner_id text, user_id text, created_at timestamptz)`,
      connections,
    );
    await finishTable(client, 'app_user, credential, person, connection');
  });
  await withClient(databaseUrl(postgres, 'cards'), async (client) => {
    const cards = members.flatMap((each) => each.cards.map((one) => ({ ...one, user_id: each.id })));
    const answers = members.flatMap((each) => each.answers.map((one) => ({ ...one, user_id: each.id })));
    const fromCards = `FROM json_to_recordset($1) AS c (id uuid, identifier text, featured boolean, added_at timestamptz, user_id text)`;
    await insert(
      client,
      `INSERT INTO card (id, tier_id, identifier) SELECT c.id, t.id, identifier ${fromCards}
        CROSS JOIN (SELECT t.id FROM card_tier t JOIN card_definition d ON d.id = t.definition_id WHERE d.name = 'default' LIMIT 1) AS t`,
      cards,
    );
    await insert(
      client,
      `INSERT INTO card_holder (user_id, card_id, featured, removable, added_at) SELECT user_id, id, featured, true, added_at ${fromCards}`,
      cards,
    );
    await insert(
      client,
      `INSERT INTO consent (user_id, optin_id, text_version, opted_in, given_at, source, client_id, address, locale)
       SELECT user_id, optin_id, 1, opted_in, given_at, 'account', 'bench', '127.0.0.1', 'en_GB' FROM json_to_recordset($1)
           AS a (optin_id uuid, opted_in boolean, given_at timestamptz, user_id text) ORDER BY given_at`,
      answers,
    );
    await finishTable(client, 'card, card_holder, consent, optin, optin_text');
  });
}

function insert(client: Client, statement: string, rows: object[]): Promise<unknown> {
  return client.query(statement, [JSON.stringify(rows)]);
}

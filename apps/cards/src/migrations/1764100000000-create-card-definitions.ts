import type { MigrationInterface, QueryRunner } from 'typeorm';

const noImage = { src: '', alt: '' };
const black = { mode: 'light', tint: '#000000' };

/** The definition that each installation has from the start. */
const representation = { name: 'qr-code', card_layout: 'default', data: [] };
const presentation = {
  show_avatar: false,
  avatar: { type: 'image', data: noImage },
  show_data: false,
  data_fields: [],
  show_currency: false,
  currency: { stack_id: '', block_id: null, image: noImage, prefix: '', suffix: '' },
  show_buttons: false,
  buttons: [],
};
const design = {
  image: noImage,
  background: noImage,
  card_count: null,
  color_modes: {
    card_tier_name_color: black,
    card_number_color: black,
    card_state_color: black,
    date_and_time_color: black,
  },
};

export class DefinitionTables1764100000000 implements MigrationInterface {
  readonly name = 'DefinitionTables1764100000000';

  /** Columns are `json`, not `jsonb`, because no statement searches them and `json` keeps any text that JSON can hold. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE card_definition (
        id uuid PRIMARY KEY,
        name text NOT NULL UNIQUE,
        representation json NOT NULL,
        card_presentation json NOT NULL,
        users_per_card integer NOT NULL CHECK (users_per_card BETWEEN 1 AND 100),
        users_may_remove boolean NOT NULL,
        display_groups_of integer,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE card_tier (
        id uuid PRIMARY KEY,
        definition_id uuid NOT NULL REFERENCES card_definition (id),
        position integer NOT NULL,
        name text NOT NULL,
        design json NOT NULL,
        retired boolean NOT NULL DEFAULT false
      )`);
    await runner.query('CREATE UNIQUE INDEX card_tier_in_use ON card_tier (definition_id, name) WHERE NOT retired');
    await runner.query('CREATE INDEX card_tier_definition ON card_tier (definition_id)');
    await runner.query(
      `INSERT INTO card_definition (id, name, representation, card_presentation, users_per_card, users_may_remove)
       VALUES ('00000000-0000-7000-8000-000000000001', 'default', $1, $2, 1, true)`,
      [JSON.stringify(representation), JSON.stringify(presentation)],
    );
    await runner.query(
      `INSERT INTO card_tier (id, definition_id, position, name, design)
       VALUES ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000001', 0, 'Standard', $1)`,
      [JSON.stringify(design)],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE card_tier, card_definition');
  }
}

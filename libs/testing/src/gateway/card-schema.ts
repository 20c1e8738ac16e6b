/** The answer of row 21: the specification's customer card with every field, and no other. */
const text = { type: 'string' };
const flag = { type: 'boolean' };
const moment = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?[+-]\\d\\d:\\d\\d$' };

const shape = (properties: object) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const flags = { type: 'object', minProperties: 1, additionalProperties: flag };
const image = shape({ src: text, alt: text });
const color = shape({ mode: text, tint: text });

const presentation = shape({
  show_avatar: flag,
  avatar: shape({ type: text, data: image }),
  show_data: flag,
  data_fields: { type: 'array', items: text },
  show_currency: flag,
  currency: shape({ stack_id: text, block_id: { type: ['string', 'null'] }, image, prefix: text, suffix: text }),
  show_buttons: flag,
  buttons: { type: 'array' },
});

const tier = shape({
  card_tier_id: text,
  name: text,
  image,
  background: image,
  card_count: { type: ['integer', 'null'] },
  color_modes: shape({
    card_tier_name_color: color,
    card_number_color: color,
    card_state_color: color,
    date_and_time_color: color,
  }),
});

const card = shape({
  id: text,
  user_id: { type: 'array', minItems: 1, items: text },
  user_id_featured: flags,
  user_id_deletable: flags,
  identifier: text,
  identifier_actual: text,
  display_number: { type: ['string', 'null'] },
  expiration: { anyOf: [moment, { type: 'null' }] },
  state: { enum: ['active', 'inactive', 'blocked', 'expired', 'replaced'] },
  state_text: text,
  card_definition: shape({
    name: text,
    representation: shape({
      name: { enum: ['qr-code', 'pdf417', 'aztec', 'code128', 'none'] },
      card_layout: text,
      data: { type: 'array' },
    }),
    card_presentation: presentation,
  }),
  card_tier: tier,
  tier_start_date: moment,
  updated: moment,
  created: moment,
});

export const cardsAnswer = shape({ cards: { type: 'array', items: card } });

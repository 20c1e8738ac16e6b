interface ObjectSchema {
  type: 'object';
  description?: string;
  required?: string[];
  properties: Record<string, object>;
}

interface Union {
  /** The property whose value names the variant. */
  by: string;
  description: string;
  variants: Record<string, { value: string; required?: string[]; optional?: string[] }>;
}

const effects = {
  transaction: { value: 'transaction', required: ['stack_id', 'value'], optional: ['block_id'] },
  coupon: { value: 'claim_coupon', required: ['coupon_id'] },
  survey: { value: 'ask_survey', required: ['survey_id'] },
};

/**
 * Classes in which one property decides which others exist. class-validator needs one flat class; the document
 * describes each variant.
 */
const unions: Record<string, Union> = {
  Effect: {
    by: 'type',
    description: 'What the campaign gives: a coupon, points, or a survey.',
    variants: {
      ClaimCouponEffect: effects.coupon,
      TransactionEffect: effects.transaction,
      AskSurveyEffect: effects.survey,
    },
  },
  SimulatedEffect: {
    by: 'type',
    description: 'What the user would get: a coupon, points, or a survey.',
    variants: {
      SimulatedCoupon: effects.coupon,
      SimulatedTransaction: effects.transaction,
      SimulatedSurvey: effects.survey,
    },
  },
  Window: {
    by: 'type',
    description: 'The time over which a cap counts.',
    variants: {
      TotalWindow: { value: 'total' },
      RollingWindow: { value: 'rolling', required: ['seconds'] },
      CalendarWindow: { value: 'calendar', required: ['unit', 'timezone'] },
    },
  },
  Cap: {
    by: 'scope',
    description: 'How often the campaign rewards one user, or all users together.',
    variants: {
      UserCap: { value: 'user', required: ['window', 'max'] },
      CampaignCap: { value: 'campaign', required: ['window', 'max'] },
    },
  },
};

/** Replaces these classes by unions with a discriminator, so that generated clients get exact types. */
export function splitUnions(schemas: Record<string, unknown>): void {
  for (const [name, union] of Object.entries(unions)) {
    const flat = schemas[name] as ObjectSchema | undefined;
    if (flat) Object.assign(schemas, unionOf(name, union, flat));
  }
}

function unionOf(name: string, { by, description, variants }: Union, flat: ObjectSchema): Record<string, object> {
  const mapping = Object.entries(variants).map(([variant, { value }]) => [value, `#/components/schemas/${variant}`]);
  const parts = Object.entries(variants).map(([variant, { value, required = [], optional = [] }]) => {
    const names = [...required, ...optional];
    const own = Object.fromEntries(names.map((property) => [property, flat.properties[property] ?? {}]));
    const decider = { type: 'string', const: value, description: `Always \`${value}\`.` };
    const properties = { [by]: decider, ...own };
    return [variant, { type: 'object', description, required: [by, ...required], properties }] as const;
  });
  const oneOf = Object.keys(variants).map((variant) => ({ $ref: `#/components/schemas/${variant}` }));
  const discriminator = { propertyName: by, mapping: Object.fromEntries(mapping) as object };
  return { ...Object.fromEntries(parts), [name]: { description, oneOf, discriminator } };
}

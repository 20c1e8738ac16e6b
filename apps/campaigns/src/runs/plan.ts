import type { Effect, NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { typeOfSchema } from '@ces/contracts/events/schema-types';
import { compileExpression, type Expression } from '../conditions/compile.js';
import { typeOfLifecycle, variablesWith } from '../conditions/environment.js';

interface PlannedEffect {
  effect: Effect;
  value?: Expression | number;
}

export interface Plan {
  document: NewCampaign;
  /** Why the version cannot judge. */
  fault: string | undefined;
  startsAt: number;
  endsAt: number;
  condition: Expression | undefined;
  effects: PlannedEffect[];
  /** The questions for other services. */
  needs: { segments: string[]; cards: boolean; person: boolean };
  /** True when the condition needs their answers. */
  conditionNeeds: boolean;
}

/**
 * `schema` is that of the event when the version was made; facts of services have none. A version that cannot be planned
 * grants nothing and says why, so that it does not affect other campaigns.
 */
export function planFor(document: NewCampaign, schema: unknown): Plan {
  try {
    return planOf(document, schema);
  } catch (error) {
    return planWithFault(document, error instanceof Error ? error.message : String(error));
  }
}

/** Throws where the document and the schema do not match. */
function planOf(document: NewCampaign, schema: unknown): Plan {
  const variables = variablesOf(document, schema);
  const { condition, audience } = document;
  const compiled = condition ? compileExpression(condition, variables) : undefined;
  const effects = document.effects.map((effect) => plannedEffect(effect, variables));
  const values = effects.flatMap(({ value }) => (typeof value === 'object' ? [value] : []));
  const reads = needsOf(compiled ? [compiled, ...values] : values);
  const { include_segments = [], exclude_segments = [], require_optins = [], card_tiers = [] } = audience ?? {};
  const ofCondition = needsOf(compiled ? [compiled] : []);
  return {
    document,
    fault: undefined,
    startsAt: document.starts_at ? Date.parse(document.starts_at) : Number.NEGATIVE_INFINITY,
    endsAt: document.ends_at ? Date.parse(document.ends_at) : Number.POSITIVE_INFINITY,
    condition: compiled,
    effects,
    needs: {
      segments: [...include_segments, ...exclude_segments],
      cards: reads.cards || require_optins.length > 0 || card_tiers.length > 0,
      person: reads.person,
    },
    conditionNeeds: ofCondition.cards || ofCondition.person,
  };
}

export function asksOthers({ needs }: Plan): boolean {
  return needs.segments.length > 0 || needs.cards || needs.person;
}

function planWithFault(document: NewCampaign, message: string): Plan {
  return {
    document,
    fault: `this version of the campaign cannot be judged: ${message}`,
    startsAt: Number.NEGATIVE_INFINITY,
    endsAt: Number.POSITIVE_INFINITY,
    condition: undefined,
    effects: [],
    needs: { segments: [], cards: false, person: false },
    conditionNeeds: false,
  };
}

export function variablesOf({ trigger }: NewCampaign, schema: unknown) {
  return variablesWith(trigger.lifecycle ? typeOfLifecycle(trigger.lifecycle) : typeOfSchema(schema));
}

/** The id of the user is known without asking another service. */
function needsOf(expressions: Expression[]): { cards: boolean; person: boolean } {
  const reads = expressions.flatMap((each) => [...each.reads]).filter((each) => each !== 'user.id');
  const isRead = (name: string): boolean => reads.some((each) => each === name || each.startsWith(`${name}.`));
  return { cards: isRead('card'), person: isRead('user') };
}

function plannedEffect(effect: Effect, variables: ReturnType<typeof variablesOf>): PlannedEffect {
  if (effect.type !== 'transaction') return { effect };
  const { value = 0 } = effect;
  return { effect, value: typeof value === 'number' ? value : compileExpression(value, variables) };
}

export function triggerName({ trigger }: NewCampaign): string {
  return trigger.lifecycle === undefined ? `event ${trigger.event_name ?? ''}` : lifecycleName(trigger.lifecycle);
}

export function lifecycleName(lifecycle: string): string {
  return `lifecycle ${lifecycle}`;
}

/** A limit of a trillion keeps sums exact. */
export const maxLedgerValue = 1_000_000_000_000;

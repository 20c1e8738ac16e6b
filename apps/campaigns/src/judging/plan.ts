import type { Effect, NewCampaign } from '@ces/contracts/campaign-administration';
import { typeOfSchema } from '@ces/contracts/schema-types';
import { compileExpression, type Expression } from '../conditions/compile.js';
import { typeOfLifecycle, variablesWith } from '../conditions/environment.js';

export interface PlannedEffect {
  effect: Effect;
  /** Of a transaction. */
  value?: Expression | number;
}

/** A version of a campaign, ready to judge by. */
export interface Plan {
  document: NewCampaign;
  startsAt: number;
  endsAt: number;
  condition: Expression | undefined;
  effects: PlannedEffect[];
  needs: { segments: string[]; cards: boolean; person: boolean };
}

/** `schema` is the event's, as it was when the version was made; none for what happens within the service. */
export function planOf(document: NewCampaign, schema: unknown): Plan {
  const variables = variablesOf(document, schema);
  const { condition, audience } = document;
  const compiled = condition ? compileExpression(condition, variables) : undefined;
  const effects = document.effects.map((effect) => plannedEffect(effect, variables));
  const reads = new Set(
    [compiled, ...effects.map(({ value }) => value)].flatMap((each) =>
      typeof each === 'object' ? [...each.reads] : [],
    ),
  );
  const { include_segments = [], exclude_segments = [], require_optins = [], card_tiers = [] } = audience ?? {};
  return {
    document,
    startsAt: document.starts_at ? Date.parse(document.starts_at) : Number.NEGATIVE_INFINITY,
    endsAt: document.ends_at ? Date.parse(document.ends_at) : Number.POSITIVE_INFINITY,
    condition: compiled,
    effects,
    needs: {
      segments: [...include_segments, ...exclude_segments],
      cards: reads.has('card') || require_optins.length > 0 || card_tiers.length > 0,
      person: reads.has('user'),
    },
  };
}

export function variablesOf({ trigger }: NewCampaign, schema: unknown) {
  return variablesWith(trigger.lifecycle ? typeOfLifecycle(trigger.lifecycle) : typeOfSchema(schema));
}

function plannedEffect(effect: Effect, variables: ReturnType<typeof variablesOf>): PlannedEffect {
  if (effect.type !== 'transaction') return { effect };
  const { value = 0 } = effect;
  return { effect, value: typeof value === 'number' ? value : compileExpression(value, variables) };
}

/** What sets a campaign off, as one word. */
export function triggerName({ trigger }: NewCampaign): string {
  return trigger.lifecycle === undefined ? `event ${trigger.event_name ?? ''}` : lifecycleName(trigger.lifecycle);
}

export function lifecycleName(lifecycle: string): string {
  return `lifecycle ${lifecycle}`;
}

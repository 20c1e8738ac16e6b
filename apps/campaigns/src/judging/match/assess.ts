import type { AudienceCard } from '@ces/contracts/cards/audience';
import type { VerdictStep } from '@ces/contracts/campaigns/campaign-outcomes';
import type { Expression } from '../../conditions/compile.js';
import { ConditionFault, ConditionTooCostly } from '../../conditions/faults.js';
import { Scope } from '../../conditions/scope.js';
import { maxLedgerValue, type Plan } from '../../runs/plan.js';
import type { Occurrence } from '../../runs/occurrence.js';
import type { DueEffect } from '../due-grant.js';
import type { Refusal } from '../verdict.js';
import { emptyProfile, type Profile } from './profile.js';

interface Step {
  step: VerdictStep;
  /** Returns why the campaign refuses here, or null. */
  judge: (assessment: Assessment) => string | null;
}

/** The values of the names in an expression. */
class Variables {
  [name: string]: unknown;
  user: object;
  card: AudienceCard | null = null;
  readonly now: number;

  constructor(private readonly occurrence: Occurrence) {
    this.user = { id: occurrence.userId };
    this.now = occurrence.at;
  }

  /** The data is parsed when an expression reads it. */
  get event(): unknown {
    return this.occurrence.data;
  }
}

const nobody = emptyProfile('');

/** Judges one occurrence by one campaign, without counting. It is pure, so that simulations can share it. */
export class Assessment {
  due: DueEffect[] = [];
  private profile = nobody;
  private readonly variables: Variables;
  /** All expressions of the campaign spend from one budget. */
  private readonly scope: Scope;
  private conditionSays: string | null | undefined;

  constructor(
    private readonly plan: Plan,
    occurrence: Occurrence,
  ) {
    this.variables = new Variables(occurrence);
    this.scope = new Scope(this.variables);
  }

  static readonly steps: readonly Step[] = [
    { step: 'schedule', judge: (it) => it.schedule() },
    { step: 'condition', judge: (it) => it.conditionOnce() },
    { step: 'audience', judge: (it) => it.audience() },
    { step: 'effects', judge: (it) => it.effects() },
  ];

  /** The first step that fails, among those that need no answer of another service. */
  refusalUnasked(): Refusal | undefined {
    return this.firstRefusal(this.plan.conditionNeeds ? 1 : 2);
  }

  know(profile: Profile): void {
    this.profile = profile;
    const { person, cards } = profile;
    this.variables.user = { ...person, id: person.user_id };
    this.variables.card = cards[0] ?? null;
  }

  refusal(): Refusal | undefined {
    return this.firstRefusal(Assessment.steps.length);
  }

  private firstRefusal(among: number): Refusal | undefined {
    for (const { step, judge } of Assessment.steps.slice(0, among)) {
      const detail = judge(this);
      if (detail !== null) return { step, detail };
    }
    return undefined;
  }

  private schedule(): string | null {
    const { now: at } = this.variables;
    if (at < this.plan.startsAt) return 'the campaign had not begun yet';
    return at < this.plan.endsAt ? null : 'the campaign was over';
  }

  private conditionOnce(): string | null {
    if (this.conditionSays === undefined) this.conditionSays = this.condition();
    return this.conditionSays;
  }

  private condition(): string | null {
    const { condition, fault } = this.plan;
    if (fault !== undefined) return fault;
    if (!condition) return null;
    const result = this.evaluate(condition);
    if (result instanceof Error) return result.message;
    return result === true ? null : 'the condition is false';
  }

  private audience(): string | null {
    const { include_segments, exclude_segments, require_optins, card_tiers } = this.plan.document.audience ?? {};
    const { segments, optins, cards } = this.profile;
    const isIn = (id: string): boolean => segments.has(id);
    if (include_segments?.length && !include_segments.some(isIn)) return 'the user is in none of the segments';
    if (exclude_segments?.some(isIn)) return 'the user is in a segment that is excluded';
    if (require_optins && !require_optins.every((id) => optins.has(id))) return 'an opt-in is missing';
    if (card_tiers?.length && !cards.some((card) => card_tiers.includes(card.card_tier_id)))
      return 'the user has no card on any of the tiers';
    return null;
  }

  private effects(): string | null {
    this.due = [];
    for (const { effect, value: planned } of this.plan.effects) {
      const { type, coupon_id = '', stack_id = '', block_id = '', survey_id = '' } = effect;
      if (type === 'claim_coupon') this.due.push({ type, coupon_id });
      else if (type === 'ask_survey') this.due.push({ type, survey_id });
      else {
        const value = typeof planned === 'object' ? this.evaluate(planned) : planned;
        if (value instanceof Error) return `the value of the transaction: ${value.message}`;
        if (!isLedgerValue(value))
          return 'the value of the transaction is not a whole number that fits into the ledger';
        if (value !== 0) this.due.push({ type, stack_id, block_id, value });
      }
    }
    return this.due.length === 0 ? 'there is nothing to give: the value of the transaction is 0' : null;
  }

  private evaluate(expression: Expression): unknown {
    try {
      return expression.run(this.scope);
    } catch (error) {
      if (error instanceof ConditionFault || error instanceof ConditionTooCostly) return error;
      throw error;
    }
  }
}

function isLedgerValue(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= maxLedgerValue;
}

import type { CountedLimits } from './counted-limits.js';
import type { Plan } from './plan.js';

export interface Run {
  campaignId: string;
  name: string;
  version: number;
  from: number;
  until: number;
  segmentId: string | undefined;
  plan: Plan;
  counted: CountedLimits;
}

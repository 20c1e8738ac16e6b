import type { CardIssue, IssuedCard } from '@ces/contracts/cards/card-administration';
import { timestamp } from '@ces/service/database/timestamp';

export interface IssueTarget {
  tier: { id: string; name: string; definition: string };
  expiration: Date | null;
  state: 'active' | 'expired';
}

export function toIssueTarget(tier: IssueTarget['tier'], issue: CardIssue): IssueTarget {
  const expiration = issue.expiration ? new Date(issue.expiration) : null;
  return { tier, expiration, state: expiration && expiration.getTime() <= Date.now() ? 'expired' : 'active' };
}

export function toIssuedCard({ id, identifier }: { id: string; identifier: string }, target: IssueTarget): IssuedCard {
  const { tier, state, expiration } = target;
  const expires = expiration && timestamp(expiration);
  return { id, identifier, definition: tier.definition, tier: tier.name, state, expiration: expires };
}

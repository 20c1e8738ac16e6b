import type { CardIssue, CardsToIssue, IssuedCards } from '@ces/contracts/cards/card-administration';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { TiersService } from '../definitions/tiers.service.js';
import { numbersTaken } from './issue-problems.js';
import { toIssuedCard, toIssueTarget, type IssueTarget } from './issue-target.js';
import { IssuingStore } from './issuing.store.js';

@Injectable()
export class IssuingService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: IssuingStore,
    private readonly tiers: TiersService,
  ) {}

  /** Makes cards of all numbers, or of none. */
  issue({ identifiers, ...issue }: CardsToIssue): Promise<IssuedCards> {
    return this.transactions.run(async () => {
      const target = await this.targetOf(issue);
      const numbers = identifiers.map((identifier, place) => ({ id: newId(), identifier, place }));
      const free = await this.store.issue(numbers, target);
      const taken = numbers.filter(({ identifier }) => !free.has(identifier));
      if (taken.length > 0) throw numbersTaken(taken.map(({ place }) => `#/identifiers/${place}`));
      return { issued: numbers.length, cards: numbers.map((number) => toIssuedCard(number, target)) };
    });
  }

  async targetOf(issue: CardIssue): Promise<IssueTarget> {
    return toIssueTarget(await this.tiers.find(issue.definition ?? 'default', issue.tier ?? null), issue);
  }
}

import type { ImportedParts, MembersParts } from '@ces/contracts/cards/member-parts';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { MemberCardsService } from './member-cards.service.js';
import { MemberCardStore } from './member-card.store.js';
import { MemberOptinsService } from './member-optins.service.js';

/** Tells no facts of imported cards and answers, because facts of cards set off campaigns, and both go to webhooks. */
@Injectable()
export class MembersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: MemberCardStore,
    private readonly cards: MemberCardsService,
    private readonly optins: MemberOptinsService,
  ) {}

  /** Writes what is new of each member without faults. The results have the order of the members. */
  import({ members, dry_run }: MembersParts): Promise<ImportedParts[]> {
    return this.transactions.run(async () => {
      const users = members.flatMap(({ user_id }) => user_id ?? []);
      const erased = await this.store.lockUsers(users);
      const cards = await this.cards.find(members);
      const optins = await this.optins.find(members);
      const results = members.map(({ user_id }, index) => {
        const faults = [...(cards[index]?.faults ?? []), ...(optins[index]?.faults ?? [])];
        if (user_id !== null && erased.has(user_id)) faults.push(userErased);
        const writes = [...(cards[index]?.writes ?? []), ...(optins[index]?.writes ?? [])];
        return { changed: writes.length > 0, faults };
      });
      if (dry_run) return results;
      const whole = (index: number): boolean => results[index]?.faults.length === 0;
      await this.cards.write(cards.filter((_, index) => whole(index)).flatMap(({ writes }) => writes));
      await this.optins.write(optins.filter((_, index) => whole(index)).flatMap(({ writes }) => writes));
      return results;
    });
  }
}

const userErased = { pointer: '#', code: 'user-not-found', detail: 'is about a user who was erased meanwhile' };

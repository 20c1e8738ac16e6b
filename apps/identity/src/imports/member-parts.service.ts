import { importMemberBalances } from '@ces/contracts/campaigns/member-balances';
import { importMemberParts, type ImportedParts } from '@ces/contracts/cards/member-parts';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';
import type { ReadMember } from './read-member.js';

const patience = 30_000;

interface MemberOfUser {
  /** Null for a user who does not exist yet. */
  user_id: string | null;
  member: ReadMember;
}

/** The parts of members that the cards and campaigns services keep. Each call is about a set of lines. */
@Injectable()
export class MemberPartsService {
  constructor(private readonly bus: Bus) {}

  has(member: ReadMember): boolean {
    return hasCards(member) || hasBalances(member);
  }

  /** Finds faults and writes nothing. */
  check(members: MemberOfUser[]): Promise<ImportedParts[]> {
    return this.send(members, true);
  }

  /** Writes the parts. A repeated call changes nothing. */
  write(members: MemberOfUser[]): Promise<ImportedParts[]> {
    return this.send(members, false);
  }

  private async send(members: MemberOfUser[], dry_run: boolean): Promise<ImportedParts[]> {
    const cards = await asked(members, hasCards, (some) => this.sendCards(some, dry_run));
    const balances = await asked(members, hasBalances, (some) => this.sendBalances(some, dry_run));
    return members.map((member) => {
      const results = [cards.get(member), balances.get(member)].filter((each) => each !== undefined);
      return { changed: results.some(({ changed }) => changed), faults: results.flatMap(({ faults }) => faults) };
    });
  }

  private sendCards(members: MemberOfUser[], dry_run: boolean): Promise<ImportedParts[]> {
    const parts = members.map(({ user_id, member: { cards = [], optins = [] } }) => ({ user_id, cards, optins }));
    return outsideOfCalls(() => this.bus.call(importMemberParts, { dry_run, members: parts }, { timeout: patience }));
  }

  private sendBalances(members: MemberOfUser[], dry_run: boolean): Promise<ImportedParts[]> {
    const parts = members.map(({ user_id, member: { balances = [] } }) => ({ user_id, balances }));
    return outsideOfCalls(() =>
      this.bus.call(importMemberBalances, { dry_run, members: parts }, { timeout: patience }),
    );
  }
}

async function asked(
  members: MemberOfUser[],
  has: (member: ReadMember) => boolean,
  ask: (members: MemberOfUser[]) => Promise<ImportedParts[]>,
): Promise<Map<MemberOfUser, ImportedParts | undefined>> {
  const some = members.filter(({ member }) => has(member));
  const results = some.length === 0 ? [] : await ask(some);
  return new Map(some.map((each, index) => [each, results[index]]));
}

function hasCards({ cards = [], optins = [] }: ReadMember): boolean {
  return cards.length + optins.length > 0;
}

function hasBalances({ balances = [] }: ReadMember): boolean {
  return balances.length > 0;
}

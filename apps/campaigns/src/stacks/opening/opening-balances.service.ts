import type { ImportedBalance, MemberBalances, MembersBalances } from '@ces/contracts/campaigns/member-balances';
import type { ImportedParts } from '@ces/contracts/cards/member-parts';
import type { Fault } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { ClosedUsers } from '@ces/service/tombstones/closed-users.service';
import { Injectable } from '@nestjs/common';
import { LedgerStore, type NewEntry } from '../ledger.store.js';
import { noCampaign } from '../no-campaign.js';
import { OpeningBalanceStore, openingKey, type Blocks } from './opening-balance.store.js';

interface Found extends ImportedParts {
  entries: NewEntry[];
}

/** Balances that members bring from another system, as entries of no campaign. Webhooks are not told of them. */
@Injectable()
export class OpeningBalancesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: ClosedUsers,
    private readonly openings: OpeningBalanceStore,
    private readonly ledger: LedgerStore,
  ) {}

  /** Books the difference to what an earlier import has booked, for each member without faults. */
  import({ members, dry_run }: MembersBalances): Promise<ImportedParts[]> {
    const ids = members.flatMap(({ user_id }) => user_id ?? []);
    return this.transactions.run(async () => {
      await this.openings.lock();
      const gone = await this.users.goneAmong(ids);
      const blocks = await this.openings.findBlocks(members.flatMap(({ balances }) => balances));
      const opened = await this.openings.sumsOf(ids);
      const found = members.map((member) => this.find(member, blocks, opened));
      for (const [index, { faults }] of found.entries())
        if (gone.has(members[index]?.user_id ?? '')) faults.push(userGone);
      const entries = found.flatMap((each) => (each.faults.length === 0 ? each.entries : []));
      if (!dry_run && entries.length > 0) await this.ledger.book(entries);
      return found.map(({ changed, faults }) => ({ changed, faults }));
    });
  }

  private find({ user_id, balances }: MemberBalances, blocks: Blocks, opened: Map<string, number>): Found {
    const entries: NewEntry[] = [];
    const faults: Fault[] = [];
    const named = new Set<string>();
    for (const [index, balance] of balances.entries()) {
      const block_id = blockOf(balance, blocks);
      if (block_id === undefined || named.has(block_id)) faults.push(faultOf(index, block_id));
      else {
        named.add(block_id);
        const value = balance.value - (opened.get(openingKey(user_id ?? '', block_id)) ?? 0);
        const { stack_id } = balance;
        const booked = { id: newId(), user_id: user_id ?? '', stack_id, block_id, value };
        if (value !== 0) entries.push({ ...booked, campaign_id: noCampaign, event_id: newId(), effect: 0 });
      }
    }
    return { entries, faults, changed: entries.length > 0 };
  }
}

const userGone = { pointer: '#', code: 'user-not-found', detail: 'is about a user who was closed or erased meanwhile' };

function blockOf({ stack_id, block_id }: ImportedBalance, blocks: Blocks): string | undefined {
  const known = blocks.get(stack_id.toLowerCase()) ?? [];
  return block_id === undefined ? known[0] : known.find((id) => id === block_id.toLowerCase());
}

function faultOf(index: number, block: string | undefined): Fault {
  const pointer = `#/balances/${index}`;
  return block === undefined
    ? { pointer, code: 'unknown', detail: 'names no stack, or no block of it; create it first' }
    : { pointer, code: 'repeated', detail: 'names a block for the second time' };
}

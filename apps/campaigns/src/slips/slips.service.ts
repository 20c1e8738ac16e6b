import type { CouponSlip } from '@ces/contracts/campaigns/campaigns';
import type { ChangeSlip, SlipsOf, TicketCode, UserSlip } from '@ces/contracts/campaigns/slips';
import type { Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { concerns } from '@ces/messaging/calls/call-context';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { pageOf } from '@ces/service/database/keyset';
import { ClosedUsers } from '@ces/service/tombstones/closed-users.service';
import { Injectable } from '@nestjs/common';
import { SlipStore, type NewSlip } from './slip.store.js';
import { toSlip, toUserSlip } from './to-slip.js';

export type { NewSlip } from './slip.store.js';

@Injectable()
export class SlipsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: ClosedUsers,
    private readonly store: SlipStore,
  ) {}

  ofUser({ user_id, include_deleted, ...page }: SlipsOf): Promise<Paged<UserSlip>> {
    const deleted = include_deleted === 'true' ? 'with deleted' : 'without deleted';
    return pageOf(page, (before, atMost) => this.store.findOfUser(user_id, deleted, before, atMost), toUserSlip);
  }

  change({ user_id, id, ...marks }: ChangeSlip): Promise<UserSlip> {
    return this.transactions.run(async () => {
      await this.users.demandUser(user_id);
      if (!(await this.store.mark(user_id, id, marks))) throw slipNotFound();
      return this.get(id);
    });
  }

  /** Redeems a ticket at the till. Of several requests for one ticket at once, one succeeds. */
  redeem({ coupon_id, code }: TicketCode): Promise<UserSlip> {
    return this.transactions.run(async () => {
      const slip = await this.store.lockTicket(coupon_id, code);
      if (!slip) throw new Problem('ticket-not-found', 'There is no ticket with this code.');
      if (slip.state !== 'issued') {
        throw new Problem('ticket-not-redeemable', `The ticket is ${slip.state}.`, { members: { state: slip.state } });
      }
      concerns(slip.user_id);
      await this.store.redeem(slip.id);
      return this.get(slip.id);
    });
  }

  revoke(id: string): Promise<UserSlip> {
    return this.transactions.run(async () => {
      const slip = await this.store.lock(id);
      if (!slip) throw slipNotFound();
      if (slip.state === 'redeemed') {
        throw new Problem('ticket-not-redeemable', 'The ticket has been redeemed.', { members: { state: 'redeemed' } });
      }
      concerns(slip.user_id);
      await this.store.revoke(id);
      return this.get(id);
    });
  }

  /** Issues slips for codes that the caller has locked. Returns the payloads of webhooks by the slips' ids. */
  async issue(slips: NewSlip[]): Promise<Map<string, CouponSlip>> {
    if (slips.length === 0) return new Map();
    const rows = await this.store.issue(slips);
    return new Map(rows.map((row) => [row.id, toSlip(row)]));
  }

  @Every({ name: 'expire-tickets', does: 'Marks tickets as expired.', seconds: 'TICKET_EXPIRY_SECONDS' })
  expire(): Promise<'more' | 'done'> {
    return this.store.expire();
  }

  private async get(id: string): Promise<UserSlip> {
    const row = await this.store.find(id);
    if (!row) throw slipNotFound();
    return toUserSlip(row);
  }
}

function slipNotFound(): Problem {
  return new Problem('slip-not-found', 'There is no coupon slip with this id.');
}

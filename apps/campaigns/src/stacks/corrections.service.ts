import { transactionCreated } from '@ces/contracts/campaigns/campaigns';
import type { CorrectBalance, Correction, Stack } from '@ces/contracts/campaigns/stacks';
import { knownUsers } from '@ces/contracts/identity/users';
import { faulty, Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { Outbox } from '@ces/messaging/facts/outbox';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { ClosedUsers } from '@ces/service/tombstones/closed-users.service';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { CorrectionStore } from './correction.store.js';
import { correctedByHand } from './no-campaign.js';
import { StacksService } from './stacks.service.js';

/** Points that a colleague gives or takes away, as an entry of the ledger with a reason. */
@Injectable()
export class CorrectionsService {
  constructor(
    private readonly bus: Bus,
    private readonly transactions: Transactions,
    private readonly users: ClosedUsers,
    private readonly stacks: StacksService,
    private readonly store: CorrectionStore,
    private readonly outbox: Outbox,
  ) {}

  async correct({ user_id, stack_id, block_id, value, reason }: CorrectBalance): Promise<Correction> {
    // Only identity knows every user.
    const known = await this.bus.call(knownUsers, { user_ids: [user_id] });
    if (known.length === 0) throw new Problem('user-not-found', 'There is no such user.');
    const stack = await this.findStack(stack_id);
    const block = blockOf(stack, block_id);
    return this.transactions.run(async () => {
      await this.users.demandUser(user_id);
      const before = await this.store.lockBalance(user_id, block);
      if (value < 0 && before + value < 0 && !stack.allow_negative) throw tooLow(before);
      const entry = { id: newId(), user_id, stack_id: stack.id, block_id: block, value };
      // A random id is in no hour of events, in which the reconciliation would miss a grant.
      const origin = { campaign_id: correctedByHand, event_id: randomUUID(), reason };
      const { created_at, balance } = await this.store.book({ ...entry, ...origin });
      await this.outbox.add(transactionCreated, entry);
      return { ...entry, created: created_at.toISOString(), reason, balance };
    });
  }

  private async findStack(id: string): Promise<Stack> {
    try {
      return await this.stacks.get(id);
    } catch (error) {
      if (error instanceof Problem && error.code === 'stack-not-found') throw unknown('#/stack_id', 'is no stack');
      throw error;
    }
  }
}

function blockOf({ blocks }: Stack, given: string | undefined): string {
  const block = given === undefined ? blocks[0] : blocks.find(({ id }) => id === given.toLowerCase());
  if (!block) throw unknown('#/block_id', 'is no block of this stack');
  return block.id;
}

function unknown(pointer: string, detail: string): Problem {
  return faulty('validation-failed', [{ pointer, code: 'unknown', detail }]);
}

function tooLow(balance: number): Problem {
  return new Problem(
    'balance-too-low',
    `The user has ${balance} points on this block, and the stack does not allow a balance below zero.`,
  );
}

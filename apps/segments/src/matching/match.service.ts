import { segmentProcessed } from '@ces/contracts/segments/segments';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CatchUp } from '../connections/catch-up.js';
import { CopyService } from '../connections/copy.service.js';
import { countMembers } from '../connections/membership.js';
import { comeIntoForce } from '../files/file-states.js';
import { forgetErased } from '../files/forget-identifiers.js';
import { countIdentifiers, makeSet } from '../files/identifier-set.js';
import type { WaitingFile } from '../files/waiting-file.js';
import { fileInForceOf, finish, showProgress } from '../segments/segment-states.js';
import { toProcessed } from '../segments/stored-segments.js';
import { EntrySender } from './entry-sender.js';

/** A newer upload has come in: all that was done for this one is undone. */
class Overtaken extends Error {}

/**
 * Makes a file the one in force: first its identifiers become a set with an index, then, under the lock of the
 * connections, its users are counted and the file, the counts and the state change together. Any step may be repeated.
 * All of it is done on the session that holds the lease of the file.
 */
@Injectable()
export class MatchService {
  constructor(
    private readonly transactions: Transactions,
    private readonly catchUp: CatchUp,
    private readonly copy: CopyService,
    private readonly entries: EntrySender,
    private readonly outbox: Outbox,
  ) {}

  async process(session: EntityManager, file: WaitingFile): Promise<void> {
    if (!(await showProgress(session, file, 0.1))) return;
    const followed = await forgetErased(session, file);
    await makeSet(session, file.id);
    await showProgress(session, file, 0.6);
    const counted = await countIdentifiers(session, file.id);
    await showProgress(session, file, 0.8);
    // Most of it before the lock is taken, the rest before anything is: an upload must not wait for the count.
    await this.catchUp.run(session);
    await this.copy.locked(session, async () => {
      await this.catchUp.run(session);
      await this.transactions.run((tx) => this.swap(tx, file, { counted, followed }), session).catch(unlessOvertaken);
    });
  }

  private async swap(
    tx: EntityManager,
    file: WaitingFile,
    { counted, followed }: { counted: number; followed: string },
  ): Promise<void> {
    await countCheaply(tx);
    // An erasure takes identifiers out of the file by itself, before it was counted or after.
    const undisturbed = (await forgetErased(tx, file, followed)) === followed;
    const external = undisturbed ? counted : await countIdentifiers(tx, file.id);
    const internal = await countMembers(tx, file.id, file.provider_name);
    const old = await fileInForceOf(tx, file.segment_id);
    await this.entries.remember(tx, file, old);
    // Only now is the segment locked, so that nobody has to wait while users are counted.
    const processed = await finish(tx, file, { external, internal });
    if (!processed) throw new Overtaken();
    await comeIntoForce(tx, file.id, old);
    await this.outbox.add(segmentProcessed, toProcessed(processed));
  }
}

/** On one core, because the others are for those who wait for an answer; and a small file does not read all connections. */
async function countCheaply(tx: EntityManager): Promise<void> {
  await tx.query(`SET LOCAL work_mem = '32MB'`);
  await tx.query('SET LOCAL max_parallel_workers_per_gather = 0');
  await tx.query('SET LOCAL random_page_cost = 1.1');
}

function unlessOvertaken(error: unknown): void {
  if (!(error instanceof Overtaken)) throw error;
}

import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Transactions } from '@ces/messaging/storage/transactions';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import type { EntityManager } from 'typeorm';
import { Throttle } from '../credentials/throttle.js';
import { ErasureService } from '../deletion/erasure.service.js';
import { MailService } from '../mail/mail.service.js';
import { NoncesService } from '../nonces/nonces.service.js';
import { ResendService } from '../registration/resend.service.js';
import { UnfinishedService } from '../registration/unfinished.service.js';

interface Job {
  name: string;
  everyMs: number;
  work: (tx: EntityManager) => Promise<void>;
}

/**
 * What has to be done now and then, by one replica at a time: a job holds an advisory lock for its transaction, and whoever
 * finds it taken leaves it to the other.
 */
@Injectable()
export class JobsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('Jobs');
  private readonly jobs: Job[];
  private running: Repeated[] = [];

  constructor(
    private readonly transactions: Transactions,
    erasures: ErasureService,
    mails: MailService,
    nonces: NoncesService,
    resends: ResendService,
    throttle: Throttle,
    unfinished: UnfinishedService,
  ) {
    this.jobs = [
      { name: 'erase accounts', everyMs: 30_000, work: (tx) => erasures.eraseDue(tx) },
      { name: 'announce erasures', everyMs: 1_000, work: (tx) => erasures.announceDue(tx) },
      { name: 'alarm of erasures', everyMs: 60_000, work: (tx) => erasures.alarm(tx) },
      { name: 'purge erasures', everyMs: 3_600_000, work: (tx) => erasures.purge(tx) },
      { name: 'mail activations again', everyMs: 1_000, work: (tx) => resends.work(tx) },
      { name: 'purge mails', everyMs: 60_000, work: (tx) => mails.purge(tx) },
      { name: 'purge nonces', everyMs: 60_000, work: (tx) => nonces.purge(tx) },
      { name: 'purge wrong passwords', everyMs: 60_000, work: (tx) => throttle.purge(tx) },
      { name: 'purge unfinished registrations', everyMs: 60_000, work: (tx) => unfinished.purge(tx) },
    ];
  }

  onApplicationBootstrap(): void {
    this.running = this.jobs.map((job) =>
      repeat(
        job.everyMs,
        () => this.run(job),
        (error) => {
          this.log.warn({ err: error }, `${job.name}: failed; tried again later`);
        },
        'later',
      ),
    );
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.running.map((each) => each.end()));
  }

  /** All of them, now. */
  async runAll(): Promise<void> {
    for (const job of this.jobs) await this.run(job);
  }

  private async run({ name, work }: Job): Promise<void> {
    await this.transactions.run(async (tx) => {
      const [lock] = await tx.query<{ free: boolean }[]>(
        'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS free',
        [`job ${name}`],
      );
      if (lock?.free) await work(tx);
    });
  }
}

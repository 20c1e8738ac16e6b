import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { Wakes } from '../wakes/wakes.service.js';
import { headFor } from '../log/heads.js';

/** The end of a client is the end of its webhooks. */
@Injectable()
export class ClientsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly wakes: Wakes,
  ) {}

  async forget(clientId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const [gone] = await tx.query<[{ id: string }[], number]>(
        'DELETE FROM webhook WHERE client_id = $1 RETURNING id',
        [clientId],
      );
      await tx.query('DELETE FROM set_aside WHERE webhook_id = ANY ($1::uuid[])', [gone.map(({ id }) => id)]);
      await tx.query('DELETE FROM log_head WHERE name = $1', [headFor(clientId)]);
    });
  }

  /** One replica is told; it tells all. */
  forgetSecrets(clientId: string): Promise<void> {
    afterCommit(() => {
      this.wakes.secretsChanged(clientId);
    });
    return Promise.resolve();
  }
}

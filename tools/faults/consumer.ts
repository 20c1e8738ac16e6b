// A service of our own that acts on accepted events, and that is killed like the others: `node consumer.ts [migrate]`.
// FAULTS_BUILD names the build that it uses. Decorators are called as functions, because Node's type stripping does not
// know them.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Controller, Inject } from '@nestjs/common';
import type { EventAccepted } from '@ces/contracts/events/events';
import type { Transactions as OpenTransactions } from '@ces/messaging/storage/transactions';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const built = (file: string): string =>
  pathToFileURL(join(process.env['FAULTS_BUILD'] ?? '', 'dist/libs', `${file}.js`)).href;
const { run } = (await import(built('service/src/run'))) as typeof import('@ces/service/run');
const { DatabaseConfig } = (await import(
  built('service/src/config/config')
)) as typeof import('@ces/service/config/config');
const { OnFact } = (await import(
  built('messaging/src/facts/on-fact')
)) as typeof import('@ces/messaging/facts/on-fact');
const { eventAccepted } = (await import(
  built('contracts/src/events/events')
)) as typeof import('@ces/contracts/events/events');
const { Transactions } = (await import(
  built('messaging/src/storage/transactions')
)) as typeof import('@ces/messaging/storage/transactions');

/** Some events fail at the first attempt after their effect is written. The effect must be gone at the second. */
const failed = new Set<string>();
const FAILING = 40;

class EffectsController {
  private readonly transactions: OpenTransactions;

  constructor(transactions: OpenTransactions) {
    this.transactions = transactions;
  }

  async note(event: EventAccepted): Promise<void> {
    const { n } = JSON.parse(event.data) as { n: number };
    const { open } = this.transactions;
    await open.query('INSERT INTO effect (event_id, user_id, n) VALUES ($1, $2, $3)', [event.id, event.user_id, n]);
    if (n % FAILING !== 0 || failed.has(event.id)) return;
    failed.add(event.id);
    throw new Error('not at the first try');
  }
}

const note = Object.getOwnPropertyDescriptor(EffectsController.prototype, 'note');
if (!note) throw new Error('the handler is gone');
OnFact(eventAccepted)(EffectsController.prototype, 'note', note);
Inject(Transactions)(EffectsController, undefined, 0);
Controller()(EffectsController);

class EffectsModule {}

/** The table has no constraint, so that a repeated effect shows. `ord` is the order of the effects. */
class CreateEffects1763700000000 implements MigrationInterface {
  readonly name = 'CreateEffects1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE effect (
        ord bigint GENERATED ALWAYS AS IDENTITY,
        event_id uuid NOT NULL,
        user_id text NOT NULL,
        n integer NOT NULL,
        done_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE effect');
  }
}

const schema = { entities: [], migrations: [CreateEffects1763700000000] };
const modules = [{ module: EffectsModule, controllers: [EffectsController] }];
await run('faults', schema, () => Promise.resolve({ name: 'faults', config: DatabaseConfig, schema, modules }));

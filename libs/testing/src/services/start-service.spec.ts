import { userErased, type UserErased } from '@ces/contracts/identity/erasure';
import { rpc } from '@ces/contracts/rpc';
import { Bus } from '@ces/messaging/calls/bus';
import { Handle } from '@ces/messaging/calls/handle';
import { OnFact } from '@ces/messaging/facts/on-fact';
import { Nats } from '@ces/messaging/nats';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import { Every } from '@ces/service/chores/every';
import { DatabaseConfig } from '@ces/service/config/config';
import { Controller } from '@nestjs/common';
import { IsString } from 'class-validator';
import type { QueryRunner } from 'typeorm';
import { eventually } from '../eventually.js';
import { tellFacts } from '../servers/guarded-nats.js';
import { RunningService } from './start-service.js';

class Name {
  @IsString()
  name: string;
}

// Contracts that deploy/nats/permissions.json lets the service `cards` answer and call.
const greet = rpc('cards.get', Name).returns<{ greeting: string }>();
const lookUp = rpc('identity.nonces.resolve', Name).returns<{ greeting: string }>();

@Controller()
class GreetingController {
  constructor(
    private readonly bus: Bus,
    private readonly transactions: Transactions,
  ) {}

  @Handle(greet)
  greet(request: Name): Promise<{ greeting: string }> {
    return this.bus.call(lookUp, request);
  }

  @OnFact(userErased)
  async forget({ user_id }: UserErased): Promise<void> {
    await this.transactions.open.query('INSERT INTO forgotten VALUES ($1)', [user_id]);
  }
}

class GreetingChores {
  constructor(private readonly transactions: Transactions) {}

  @Every({ name: 'note-the-run', does: 'Writes a row.', seconds: 3_600, atStart: true })
  async note(): Promise<void> {
    await this.transactions.run(() => this.transactions.open.query(`INSERT INTO forgotten VALUES ('by the chore')`));
  }
}

class CreateForgotten1 {
  readonly name = 'CreateForgotten1700000000001';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE forgotten (user_id text)');
  }
  down(): Promise<void> {
    return Promise.resolve();
  }
}

const chores = {
  provide: GreetingChores,
  useFactory: (tx: Transactions) => new GreetingChores(tx),
  inject: [Transactions],
};
const service = {
  name: 'cards',
  config: DatabaseConfig,
  schema: { entities: [], migrations: [CreateForgotten1] },
  modules: [{ module: class Greetings {}, controllers: [GreetingController], providers: [chores] }],
};

describe('RunningService', () => {
  let running: RunningService;

  beforeAll(async () => {
    running = await RunningService.start(service);
  });

  afterAll(() => running.stop());

  const forgotten = () => running.query<{ user_id: string }>('SELECT user_id FROM forgotten ORDER BY user_id');

  it('starts a service, so that the spec can call it and answer its calls', async () => {
    const silence = await running.answer(lookUp, ({ name }) => ({ greeting: `Hello ${name}` }));
    expect(await running.bus.call(greet, { name: 'Anna' })).toEqual({ greeting: 'Hello Anna' });
    silence();
    await expect(running.bus.call(greet, { name: 'Anna' })).rejects.toMatchObject({ code: 'service-unavailable' });
  });

  it('lets the service act on facts of other services, and run its chores', async () => {
    await tellFacts(running.messaging.nats, userErased, [{ user_id: 'anna' }]);
    await eventually(async () => {
      expect(await forgotten()).toEqual([{ user_id: 'anna' }, { user_id: 'by the chore' }]);
    });
  });

  it('starts another replica on the same database and NATS', async () => {
    const replica = await running.replica();
    expect(replica.get(Nats).settings).toEqual(running.app.get(Nats).settings);
    await replica.get(Chores).runNow('note-the-run');
    expect(await forgotten()).toHaveLength(3);
  });
});

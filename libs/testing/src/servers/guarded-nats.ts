import type { FactContract } from '@ces/contracts/rpc';
import { Bus } from '@ces/messaging/calls/bus';
import { newId } from '@ces/messaging/storage/ids';
import { Nats } from '@ces/messaging/nats';
import { ensureStream } from '@ces/messaging/facts/streams';
import type { INestApplicationContext } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { natsUsers, OPERATOR } from '../../../local-stack/src/nats/nats-users.ts';
import { partedNats, privateNats } from './private-nats.js';
import type { PrivateServer } from './private-server.ts';

/**
 * The NATS server of one spec. As in an installation, each service has credentials and the rights of
 * deploy/nats/permissions.json. The spec itself may do everything with `nats` and `bus`.
 */
export class GuardedNats {
  private violationsExpected = false;
  private violationsSeen = 0;

  private constructor(
    readonly server: PrivateServer,
    readonly namespace: string,
    readonly nats: Nats,
  ) {}

  static start(namespace = newNamespace()): Promise<GuardedNats> {
    return GuardedNats.at(privateNats(natsUsers(namespace, passwordOf)), namespace);
  }

  /** One side of a split network. */
  static parted(namespace = newNamespace()): Promise<GuardedNats> {
    return GuardedNats.at(partedNats(natsUsers(namespace, passwordOf)), namespace);
  }

  private static async at(starting: Promise<PrivateServer>, namespace: string): Promise<GuardedNats> {
    const server = await starting;
    const nats = operator({ url: server.url, namespace, replicas: 1 });
    await nats.connection();
    return new GuardedNats(server, namespace, nats);
  }

  get bus(): Bus {
    return new Bus(this.nats);
  }

  settings(service: string) {
    return {
      NATS_URL: this.server.url,
      NATS_NAMESPACE: this.namespace,
      NATS_USER: service,
      NATS_PASSWORD: passwordOf(service),
    };
  }

  as(service: string): Nats {
    return new Nats({ ...this.nats.settings, service, credentials: credentialsOf(service) });
  }

  /** For a spec that tries forbidden subjects: `stop` then ignores violations. */
  expectViolations(): void {
    this.violationsExpected = true;
  }

  /** Fails the spec when a service has used a subject without a right, because permissions.json then lacks this right. */
  demandNoViolations(): void {
    const violations = readFileSync(`${this.server.dataDir}.log`, 'utf8').match(/^.*Violation.*$/gm) ?? [];
    const unseen = violations.slice(this.violationsSeen, this.violationsSeen + 10);
    this.violationsSeen = violations.length;
    if (unseen.length > 0 && !this.violationsExpected) throw new Error(unseen.join('\n'));
  }

  async stop(): Promise<void> {
    await this.nats.onApplicationShutdown();
    try {
      this.demandNoViolations();
    } finally {
      await this.server.stop();
    }
  }
}

/** All facts stand in one message, as from the relay of their service. */
export async function tellFacts<Payload extends object>(
  nats: Nats,
  event: FactContract<Payload>,
  payloads: Payload[],
  ids = payloads.map(() => newId()),
  traceparents: (string | undefined)[] = [],
): Promise<string[]> {
  await ensureStream(await nats.manager(), nats, event.stream);
  const travelling = payloads.map((payload, index) => ({
    id: ids[index],
    traceparent: traceparents[index],
    payload: JSON.stringify(payload),
  }));
  await (await nats.jetstream()).publish(nats.subject('fact', event.subject), JSON.stringify(travelling));
  return ids;
}

const operators = new WeakMap<Nats, Nats>();

/** All rights at the NATS of this app. It closes with the app's own connection. */
export async function operatorOf(app: INestApplicationContext): Promise<Nats> {
  const own = app.get(Nats);
  const known = operators.get(own);
  if (known) return known;
  const nats = operator(own.settings);
  operators.set(own, nats);
  const connection = await own.connection();
  void connection.closed().then(() => nats.onApplicationShutdown());
  await nats.connection();
  return nats;
}

function newNamespace(): string {
  return `t${randomBytes(6).toString('hex')}`;
}

function operator({ url, namespace, replicas }: Pick<Nats['settings'], 'url' | 'namespace' | 'replicas'>): Nats {
  return new Nats({ url, namespace, replicas, service: OPERATOR, credentials: credentialsOf(OPERATOR) });
}

function credentialsOf(user: string) {
  return { kind: 'password', user, password: passwordOf(user) } as const;
}

/** The passwords are not secret: the server listens on this machine and lives as long as the spec. */
function passwordOf(user: string): string {
  return `password-of-${user}`;
}

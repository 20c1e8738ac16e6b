import { Injectable } from '@nestjs/common';
import { Nats } from '../nats.js';
import { Leases } from '../storage/leases.js';
import { OutboxStore } from './outbox.store.js';
import { RelayStateStore } from './publish/relay-state.store.js';
import { Relay } from './relay.js';

/** Publishes the facts of the outbox. */
@Injectable()
export class OutboxRelay extends Relay {
  // Nest reads the types of these parameters.
  // eslint-disable-next-line @typescript-eslint/no-useless-constructor
  constructor(leases: Leases, nats: Nats, state: RelayStateStore, outbox: OutboxStore) {
    super(leases, nats, state, outbox);
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Nats } from '../nats.js';
import { OutboxStore } from './outbox.store.js';
import { Relay } from './relay.js';

/** Publishes the facts of the outbox. */
@Injectable()
export class OutboxRelay extends Relay {
  // Nest reads the types of these parameters.
  // eslint-disable-next-line @typescript-eslint/no-useless-constructor
  constructor(database: DataSource, nats: Nats, outbox: OutboxStore) {
    super(database, nats, outbox);
  }
}

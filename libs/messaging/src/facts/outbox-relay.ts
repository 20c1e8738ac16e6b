import { Relay } from './relay.js';

/** Publishes the facts of the outbox. */
export class OutboxRelay extends Relay {}

import { Relay } from './relay.js';

export class OutboxRelay extends Relay {}

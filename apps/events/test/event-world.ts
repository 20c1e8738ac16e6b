import * as contract from '@ces/contracts/events/events';
import type { Changer } from '@ces/contracts/owners';
import { RunningService } from '@ces/testing/services/start-service';
import { events } from '../src/events.module.js';

const base = 'https://ces.example/api/1/terminal/events';

export class EventWorld {
  private constructor(readonly service: RunningService) {}

  static async start(): Promise<EventWorld> {
    return new EventWorld(await RunningService.start(events));
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  sql<T>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.service.query<T>(text, values);
  }

  /** Row 1, for an event whose `amount` is a positive integer. */
  define(event_name: string, more: object = {}, by?: Changer): Promise<contract.EventDefinition> {
    const definition = {
      title: event_name,
      type: 'object',
      properties: { amount: { type: 'integer', minimum: 1 } },
      required: ['amount'],
      ...more,
    };
    return this.put(event_name, JSON.stringify(definition).slice(1, -1), by);
  }

  /** Row 1, for a definition whose members stand in this text. */
  put(event_name: string, members: string, by?: Changer): Promise<contract.EventDefinition> {
    const expected_id = `${base}/${event_name}`;
    const schema = 'https://json-schema.org/draft/2020-12/schema';
    // A later member of the same name wins, so a spec may give its own.
    const definition = `{"$id": "${expected_id}", "$schema": "${schema}", ${members}}`;
    return this.service.bus.call(contract.putDefinition, {
      event_name,
      definition,
      expected_id,
      ...(by ? { by } : {}),
    });
  }

  retire(event_name: string, by: Changer = { client_id: 'shop', admin: true }): Promise<contract.RetiredDefinition> {
    return this.service.bus.call(contract.retireDefinition, { event_name, by });
  }

  /** Row 2. */
  async send(submission: Partial<contract.Submission> = {}): Promise<contract.EventResult> {
    const [result] = await this.sendAll([submission]);
    if (!result || 'unknown_user' in result) throw new Error('there is no result');
    return result;
  }

  /** As confirmed, unless the spec says otherwise. */
  sendAll(submissions: Partial<contract.Submission>[]): Promise<contract.IntakeResult[]> {
    const purchase = { client_id: 'shop', user_id: 'user', event_name: 'purchase', data: '{"amount": 1}' };
    return this.service.bus.call(contract.submitEvents, {
      submissions: submissions.map((each) => ({ ...purchase, confirmed: true, ...each })),
    });
  }

  /** The data of a user's events, the newest first. */
  async log(user_id = 'user'): Promise<object[]> {
    const { items } = await this.service.bus.call(contract.userEvents, { user_id });
    return items.map(({ data }) => data);
  }
}

import type { LoggedEvent } from '@ces/contracts/events/events';
import type { Connection } from '@ces/contracts/identity/users';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import type { Platform } from './platform.js';
import { randomUUID } from 'node:crypto';

export class EventWorld {
  user = '';

  constructor(private readonly platform: Platform) {}

  /** The event is `purchase`, whose `amount` is a positive integer. */
  async prepare(): Promise<this> {
    this.user = await this.newUser();
    await this.define('purchase');
    return this;
  }

  async newUser(): Promise<string> {
    const answer = await this.platform.api.post(`/api/1/oauth2/provider/acme/${randomUUID()}`);
    return (answer.body as Connection).user_id;
  }

  definition(name: string, more: object = {}): object {
    return {
      $id: `${this.platform.url}/api/1/terminal/events/${name}`,
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: name,
      type: 'object',
      properties: { amount: { type: 'integer', description: 'cents', minimum: 1 } },
      required: ['amount'],
      ...more,
    };
  }

  define(name: string, more?: object): Promise<ApiAnswer> {
    return this.platform.api.put(`/api/1/terminal/events/${name}`, this.definition(name, more));
  }

  send(data: unknown, headers?: Record<string, string>, name = 'purchase'): Promise<ApiAnswer> {
    return this.platform.api.post(`/api/1/terminal/${this.user}/events/${name}`, data, headers);
  }

  async log(of = this.user): Promise<LoggedEvent[]> {
    return (await this.platform.api.get(`/api/1/terminal/${of}/events`)).body as LoggedEvent[];
  }
}

export function problem(answer: ApiAnswer): { status: number; code: string } {
  return { status: answer.status, code: (answer.body as { code: string }).code };
}

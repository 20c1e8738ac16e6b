import { describe, demand, type Answer, type Sending } from '../../send.ts';
import type { Tally } from '../../tally.ts';
import type { World } from '../../world.ts';

export class Bombs {
  readonly world: World;
  readonly tally: Tally;
  readonly token: string;
  #user: Promise<string> | undefined;
  #events = 0;

  constructor(world: World, tally: Tally, token: string) {
    this.world = world;
    this.tally = tally;
    this.token = token;
  }

  /** The answer must have one of these statuses and come within `withinMs`, which allows for a busy machine. */
  async expect(what: string, sending: Sending, statuses: readonly number[], withinMs = 3_000): Promise<Answer> {
    const begun = performance.now();
    const answer = await this.world.send({ token: this.token, timeoutMs: 10_000, ...sending });
    const ms = performance.now() - begun;
    const held = statuses.includes(answer.status) && ms < withinMs;
    this.tally.check(what, held, `${describe(answer)} after ${ms.toFixed(0)} ms`);
    return answer;
  }

  user(): Promise<string> {
    this.#user ??= this.world.newUser();
    return this.#user;
  }

  newEvent(): string {
    this.#events += 1;
    return `bomb-${Date.now()}-${this.#events}`;
  }

  /** Row 1. `schema` extends the required members of a definition. */
  definition(name: string, schema: object): Sending {
    const path = `/api/1/terminal/events/${name}`;
    const body = {
      $id: `${this.world.file.base_url}${path}`,
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: name,
      type: 'object',
      ...schema,
    };
    return { method: 'PUT', path, body };
  }

  async define(schema: object): Promise<string> {
    const name = this.newEvent();
    demand(await this.world.send({ ...this.definition(name, schema), token: this.token }), 200);
    return name;
  }

  /** Row 2. */
  async event(name: string, body: Sending['body']): Promise<Sending> {
    return { method: 'POST', path: `/api/1/terminal/${await this.user()}/events/${name}`, body };
  }
}

import type { operations } from '../generated/api.ts';
import type { Transport } from './transport.ts';

/** Calls of the service, all through one transport. */
export abstract class Calls {
  protected readonly http: Transport;

  constructor(http: Transport) {
    this.http = http;
  }
}

/** The parameters of a route. Those that are undefined are left out. */
export type QueryOf<Name extends keyof operations> = operations[Name] extends { parameters: { query?: infer Query } }
  ? { [Parameter in keyof Query]?: OrBoolean<Query[Parameter]> | undefined }
  : never;

type OrBoolean<Value> = 'true' extends Value ? Value | boolean : Value;

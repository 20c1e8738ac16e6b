import type { Rpc } from '@ces/contracts/rpc';
import { UseFilters } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { Line } from './idempotency/idempotency.js';
import { RethrowFilter } from './rethrow.filter.js';

interface HandleOptions<Request> {
  /** Where a call waits before it holds a database connection for its idempotency key. */
  line?: Line | ((request: Request) => Line);
}

export interface HandleExtras extends HandleOptions<never> {
  contract: Rpc<object, unknown>;
  inTwo?: true;
}

/** Answers a contract. A method that does not take its request and return its reply does not compile. */
export function Handle<Request extends object, Reply>(
  contract: Rpc<Request, Reply>,
  options: HandleOptions<Request> = {},
) {
  return <Method extends (request: Request) => Promise<Reply>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    UseFilters(RethrowFilter)(target, key, descriptor);
    MessagePattern<string>(contract.subject, { contract, ...options } satisfies HandleExtras)(target, key, descriptor);
  };
}

/**
 * Answers a contract in two parts: the method does what takes long, such as hashing a password, and returns a function
 * that writes. If the call has an idempotency key, only the second part holds a database connection; only it waits in line.
 */
export function HandleInTwo<Request extends object, Reply>(
  contract: Rpc<Request, Reply>,
  options: HandleOptions<Request> = {},
) {
  return <Method extends (request: Request) => Promise<() => Promise<Reply>>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    UseFilters(RethrowFilter)(target, key, descriptor);
    MessagePattern<string>(contract.subject, { contract, inTwo: true, ...options } satisfies HandleExtras)(
      target,
      key,
      descriptor,
    );
  };
}

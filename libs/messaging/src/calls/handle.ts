import type { Rpc } from '@ces/contracts/rpc';
import { UseFilters } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { RethrowFilter } from './rethrow.filter.js';

/** What the strategy finds beside a handler. */
export interface HandleExtras {
  contract: Rpc<object, unknown>;
  inTwo?: true;
}

/**
 * Answers a contract. The method takes the request and returns the reply of the contract, or it does not compile.
 */
export function Handle<Request extends object, Reply>(contract: Rpc<Request, Reply>) {
  return <Method extends (request: Request) => Promise<Reply>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    UseFilters(RethrowFilter)(target, key, descriptor);
    MessagePattern<string>(contract.subject, { contract } satisfies HandleExtras)(target, key, descriptor);
  };
}

/**
 * As `Handle`, for a command that has something long to do before it writes, such as to hash a password: the method does
 * that, and returns what writes. Only the second part holds a connection while there is an idempotency key.
 */
export function HandleInTwo<Request extends object, Reply>(contract: Rpc<Request, Reply>) {
  return <Method extends (request: Request) => Promise<() => Promise<Reply>>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    UseFilters(RethrowFilter)(target, key, descriptor);
    MessagePattern<string>(contract.subject, { contract, inTwo: true } satisfies HandleExtras)(target, key, descriptor);
  };
}

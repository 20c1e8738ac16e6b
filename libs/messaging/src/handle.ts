import type { Rpc } from '@ces/contracts/rpc';
import { MessagePattern } from '@nestjs/microservices';

/** What the strategy finds beside a handler. */
export interface HandleExtras {
  contract: Rpc<object, unknown>;
}

/**
 * Answers a contract. The method takes the request and returns the reply of the contract, or it does not compile.
 */
export function Handle<Request extends object, Reply>(contract: Rpc<Request, Reply>) {
  return (
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<(request: Request) => Promise<Reply>>,
  ): void => {
    MessagePattern<string>(contract.subject, { contract } satisfies HandleExtras)(target, key, descriptor);
  };
}

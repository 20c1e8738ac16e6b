import { DiscoveryService } from '@nestjs/core';

export interface ChoreOptions {
  /** Names the chore in logs, metrics and docs/chores.md: a verb and a noun, with hyphens. */
  name: string;
  /** A sentence for docs/chores.md. */
  does: string;
  /** The pause between two runs in seconds, or the setting that holds it. */
  seconds: number | Uppercase<string>;
  /** Runs the chore as soon as this replica is elected, instead of after the first pause. */
  atStart?: true;
}

/** `more` asks for the next run at once. `stop` is aborted when the service ends or another replica is elected. */
export type ChoreMethod = (stop: AbortSignal) => Promise<void> | Promise<'more' | 'done'>;

export const Chore = DiscoveryService.createDecorator<ChoreOptions>();

/**
 * Runs the method again and again, on one replica of the service at a time. A failed run is logged, counted and
 * repeated after the next pause. After a lost election a replica may go on for some seconds: its transactions are
 * rolled back, but statements outside of a transaction must be harmless when two replicas run them.
 */
export function Every(options: ChoreOptions) {
  return <Method extends ChoreMethod>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    Chore(options)(target, key, descriptor);
  };
}

import { untilBlocked } from '@ces/testing/blocked-statements';
import { DataSource, type QueryRunner } from 'typeorm';
import type { CardsWorld } from './cards-world.js';

/** Lets a call wait for the locks that `first` takes in a session of the spec, and then commits `first`. */
export async function duringChange<T>(
  world: CardsWorld,
  first: (session: QueryRunner) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> {
  const session = world.service.app.get(DataSource).createQueryRunner();
  await session.startTransaction();
  await first(session);
  const answer = call();
  await untilBlocked(session);
  await session.commitTransaction();
  await session.release();
  return answer;
}

import { didYouMean, listOfNames } from '@ces/contracts/faults/did-you-mean';
import { listProviders } from '@ces/contracts/identity/providers';
import { Problem } from '@ces/contracts/problems';
import type { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';

const codes = new Set(['provider-not-found', 'provider-unknown', 'segment-identifier-unknown']);

/** Adds the names of the configured providers to the refusal of an unknown one. */
export async function hintProviders<Answer>(bus: Bus, name: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Problem) || !codes.has(error.code)) throw error;
    throw await withHint(bus, name, error);
  }
}

async function withHint(bus: Bus, name: string, problem: Problem): Promise<Problem> {
  const list = withoutKey(() => bus.call(listProviders, { paged: true }));
  const providers = await list.then((found) => found.items).catch(() => undefined);
  if (!providers) return problem;
  const known = providers.map((each) => each.name);
  const there = known.length > 0 ? `there are ${listOfNames(known)}` : 'none is configured yet';
  const detail = `There is no provider "${name.slice(0, 100)}"; ${there}${didYouMean(name, known)}`;
  const { errors } = problem.extras;
  return new Problem(problem.code, detail, {
    ...problem.extras,
    ...(errors ? { errors: errors.map((fault) => ({ ...fault, detail })) } : {}),
  });
}

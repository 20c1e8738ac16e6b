import type { Recipes } from '../visit.ts';

/** One recipe for each operation: a second one would hide the first. */
export function together(...parts: Recipes[]): Recipes {
  const all: Recipes = {};
  for (const [operation, recipe] of parts.flatMap((each) => Object.entries(each))) {
    if (operation in all) throw new Error(`${operation} has two recipes`);
    all[operation] = recipe;
  }
  return all;
}

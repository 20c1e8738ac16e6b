import type { Draw } from './draw.ts';
import type { Objects } from './recipes/objects.ts';
import type { People } from './recipes/people.ts';
import type { Draft } from './request.ts';
import type { Shelf } from './recipes/shelf.ts';
import type { WorldApi } from './world-api.ts';

export interface Visit {
  api: WorldApi;
  people: People;
  objects: Objects;
  draw: Draw;
  /** For an operation that uses the object up: a new one if the request must succeed, otherwise a used one. */
  use: <T>(shelf: Shelf<T>) => Promise<T>;
}

/** Makes a request that an operation answers 2xx. Without a token it is sent with the administrator's. */
export type Recipe = (visit: Visit) => Promise<Partial<Draft>> | Partial<Draft>;
export type Recipes = Record<string, Recipe>;

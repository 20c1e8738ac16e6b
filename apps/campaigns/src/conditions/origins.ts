import type { Type } from '@ces/contracts/events/schema-types';

/** A place in the event that an expression may read, with the places below it that it reads. */
export class Spot {
  private readonly below = new Map<string, Spot | undefined>();

  constructor(
    readonly path: readonly string[],
    readonly type: Type,
    private readonly onRead: (spot: Spot) => void,
  ) {}

  property(name: string): Spot | undefined {
    return this.step(name, () => this.type.property?.(name));
  }

  item(): Spot | undefined {
    return this.type.kind === 'list' ? this.step('*', () => this.type.items?.()) : undefined;
  }

  private step(name: string, typeThere: () => Type | undefined): Spot | undefined {
    if (this.below.has(name)) return this.below.get(name);
    const type = typeThere();
    const spot = type && new Spot([...this.path, name], type, this.onRead);
    this.below.set(name, spot);
    if (spot) this.onRead(spot);
    return spot;
  }
}

/** The places that a value may come from. A list made by an expression has no place in the event, but its items may have one. */
export interface Origins {
  spots: ReadonlySet<Spot>;
  items?: Origins | undefined;
}

export function originsOfProperty(from: Origins | undefined, name: string): Origins | undefined {
  return from && { spots: stepped(from, (spot) => spot.property(name)) };
}

export function originsOfItems(from: Origins | undefined): Origins | undefined {
  return from && either([{ spots: stepped(from, (spot) => spot.item()) }, from.items]);
}

export function either(some: (Origins | undefined)[]): Origins | undefined {
  const known = some.filter((each) => each !== undefined);
  if (known.length === 0) return undefined;
  return { spots: new Set(known.flatMap(({ spots }) => [...spots])), items: either(known.map(({ items }) => items)) };
}

function stepped({ spots }: Origins, step: (spot: Spot) => Spot | undefined): Set<Spot> {
  return new Set([...spots].map(step).filter((spot) => spot !== undefined));
}

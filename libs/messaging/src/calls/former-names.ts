import type { FormerNames } from '@ces/contracts/rpc';

type Fields = Record<string, unknown>;
type Change = (owner: Fields, name: string, former: string) => Fields;

/** Adds the former names for a receiver of the release before. */
export function withFormerNames(value: unknown, names: FormerNames | undefined): unknown {
  return changed(value, names, (owner, name, former) => (name in owner ? { ...owner, [former]: owner[name] } : owner));
}

/** Takes the former names away. A sender of the release before knows nothing else, so their values get the new names. */
export function withoutFormerNames(value: unknown, names: FormerNames | undefined): unknown {
  return changed(value, names, (owner, name, former) => {
    if (!(former in owner)) return owner;
    const { [former]: given, ...rest } = owner;
    return name in rest ? rest : { ...rest, [name]: given };
  });
}

function changed(value: unknown, names: FormerNames | undefined, change: Change): unknown {
  if (!names) return value;
  return Object.entries(names).reduce((result, [path, former]) => {
    const steps = path.split('.');
    const name = steps.pop() ?? '';
    return eachOwner(result, steps, (owner) => change(owner, name, former));
  }, value);
}

/** Replaces each object at the path. Lists stand for their items, and so do pages. */
function eachOwner(value: unknown, steps: string[], change: (owner: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((each) => eachOwner(each, steps, change));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Fields;
  if (isPage(fields)) return { ...fields, items: eachOwner(fields['items'], steps, change) };
  const [first, ...rest] = steps;
  if (first === undefined) return change(fields);
  return first in fields ? { ...fields, [first]: eachOwner(fields[first], rest, change) } : fields;
}

function isPage(fields: Fields): boolean {
  return Array.isArray(fields['items']) && 'next' in fields;
}

import { configMaps, type Container, type KeyRef, type Variable } from './read-manifests.ts';

export interface Environment {
  /** Values as the process sees them; `secret:NAME/KEY` stands for one from a Secret. */
  values: Record<string, string>;
  /** Variables that only other variables use, as `$(NAME)`. */
  parts: string[];
  secrets: KeyRef[];
}

/** The variables of a container, in the order in which Kubernetes makes them. */
export function environmentOf({ env = [], envFrom = [] }: Pick<Container, 'env' | 'envFrom'>): Environment {
  const maps = configMaps();
  const shared = envFrom.flatMap(({ configMapRef }) => Object.entries(found(maps, configMapRef.name)));
  const values: Record<string, string> = Object.fromEntries(shared);
  const own: Record<string, string> = {};
  const parts = new Set<string>();
  for (const variable of env) {
    own[variable.name] = valueOf(variable, maps).replace(/\$\((\w+)\)/g, (_, name: string) => {
      parts.add(name);
      // Kubernetes fills in variables of `env` that stand before this one, and leaves all others as they are written.
      return found(own, name);
    });
  }
  const secrets = env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
  return { values: { ...values, ...own }, parts: [...parts], secrets };
}

function valueOf({ name, value, valueFrom }: Variable, maps: Record<string, Record<string, string>>): string {
  if (value !== undefined) return value;
  const { secretKeyRef: secret, configMapKeyRef: map } = valueFrom ?? {};
  if (secret) return `secret:${secret.name}/${secret.key}`;
  if (map) return found(found(maps, map.name), map.key);
  throw new Error(`${name} has no value`);
}

function found<Value>(all: Record<string, Value>, name: string): Value {
  const value = all[name];
  if (value === undefined) throw new Error(`there is no ${name}`);
  return value;
}

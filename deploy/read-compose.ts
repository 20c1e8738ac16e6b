import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';

export type Variables = Record<string, string>;
export interface Service {
  image?: string;
  command?: string[];
  environment?: Variables;
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  restart?: string;
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  mem_limit?: string;
  cpus?: number;
}

/** The options of Node stand before it. */
export const scriptOf = ({ command }: Service): string | undefined => command?.find((each) => !each.startsWith('-'));

export const composeSource = readFileSync(resolve(import.meta.dirname, '../docker-compose.yml'), 'utf8');

/** Fills in `${NAME:-default}` and `${NAME:?message}` inside values, as Compose does. Any other dollar is an error here. */
export function compose(env: Variables): { services: Record<string, Service>; volumes: object } {
  const fill = (text: string): string =>
    text.replace(/\$(?:\{(\w+):([-?])([^}]*)\})?/g, (found, name: string, kind: string, rest: string) => {
      if (found === '$') throw new Error(`docker-compose.yml has a lone $ in ${text}`);
      const value = env[name] ?? '';
      if (value === '' && kind === '?') throw new Error(`${name} ${rest}`);
      return value === '' ? rest : value;
    });
  const reviver = (_: unknown, value: unknown): unknown => (typeof value === 'string' ? fill(value) : value);
  return parse(composeSource, reviver, { merge: true }) as ReturnType<typeof compose>;
}

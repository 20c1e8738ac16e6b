import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

interface Route {
  path: RegExp;
  methods: string[];
}

/** Knows the methods of each path, for refusals and preflights. Fastify can find a route only by path and method. */
@Injectable()
export class RouteTable {
  private readonly routes = new Map<string, Route>();

  /** Notes each route that is added from now on. */
  follow(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method }) => {
      this.add(url, Array.isArray(method) ? method : [method]);
    });
  }

  methodsOf(path: string): string[] {
    const found = [...this.routes.values()].filter((route) => route.path.test(path)).flatMap(({ methods }) => methods);
    return [...new Set(found)].filter((method) => known.has(method)).sort();
  }

  /** Returns a similar path with this method: one without a slash at its end, or of another version. */
  nearest(path: string, method: string): string | undefined {
    const bare = withoutLastSlashes(path);
    const versions = ['1', '2'].map((version) => bare.replace(/^\/api\/(v?\d+\/)?/, `/api/${version}/`));
    return [bare, ...versions].find((each) => each !== path && this.methodsOf(each).includes(method));
  }

  private add(url: string, methods: string[]): void {
    const route = this.routes.get(url) ?? { path: patternOf(url), methods: [] };
    route.methods.push(...methods);
    this.routes.set(url, route);
  }
}

/** A loop, because a regular expression takes quadratic time for many slashes that are not at the end. */
function withoutLastSlashes(path: string): string {
  let { length } = path;
  while (path[length - 1] === '/') length -= 1;
  return path.slice(0, length);
}

const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Translates Fastify's `:name`, `:name(rule)`, `::` for a colon, and `*`. */
export function patternOf(url: string): RegExp {
  const parts = url.matchAll(/::|:(\w+)(?:\(([^)]*)\))?|\*|[^:*]+/g);
  const pattern = [...parts].map(([part, name, rule]) => {
    if (part === '::') return ':';
    if (name !== undefined) return `(?:${rule?.replace(/^\^|\$$/g, '') ?? '[^/]+'})`;
    return part === '*' ? '.*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${pattern.join('')}$`);
}

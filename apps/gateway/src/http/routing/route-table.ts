import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { similarPath, templateOf } from './similar-path.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A catch-all: it does not count when we say which methods a path has. */
    rest?: true;
  }
}

interface Route {
  template: string;
  path: RegExp;
  methods: string[];
}

/** Knows the methods of each path, for refusals and preflights. Fastify can find a route only by path and method. */
@Injectable()
export class RouteTable {
  private readonly routes = new Map<string, Route>();

  /** Learns only the routes that are added after this call. */
  follow(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method, config }) => {
      if (config?.rest !== true) this.add(url, Array.isArray(method) ? method : [method]);
    });
  }

  /** A path that names an action takes only the methods of the action: no id has a colon. */
  methodsOf(path: string): string[] {
    const found = [...this.routes.values()].filter((route) => route.path.test(path));
    const actions = found.filter(({ template }) => namesAction(template));
    const methods = (actions.length > 0 ? actions : found).flatMap((route) => route.methods);
    return [...new Set(methods)].filter((method) => known.has(method)).sort();
  }

  /** Returns a path with this method that differs in form only: in slashes, case, version, or the colon of an action. */
  nearest(path: string, method: string): string | undefined {
    const bare = withoutLastSlashes(path).replaceAll(/\/{2,}/g, '/');
    const whole = /^\/api\//i.test(bare) ? bare : `/api${bare}`;
    const versions = ['1', '2'].map((version) => whole.replace(/^\/api\/(v?\d+\/)?/i, `/api/${version}/`));
    const forms = [bare, ...versions].flatMap((each) => [each, each.toLowerCase()]);
    const actions = forms.map((each) => each.replace(/\/([^/]*)$/, ':$1')).filter((each) => this.isAction(each));
    return [...forms, ...actions].find((each) => each !== path && this.methodsOf(each).includes(method));
  }

  similar(path: string, method: string): string | undefined {
    if (path.length > longestPath) return undefined;
    const candidates = [...this.routes.values()].filter(({ methods }) => methods.includes(method));
    for (const { template } of candidates) {
      const found = similarPath(path, template);
      if (found !== undefined && found !== path) return found;
    }
    return undefined;
  }

  private isAction(path: string): boolean {
    return [...this.routes.values()].some((route) => namesAction(route.template) && route.path.test(path));
  }

  private add(url: string, methods: string[]): void {
    const route = this.routes.get(url) ?? { template: templateOf(url), path: patternOf(url), methods: [] };
    route.methods.push(...methods);
    this.routes.set(url, route);
  }
}

/** Longer paths are not compared with the routes. */
const longestPath = 300;

/** A loop, because a regular expression takes quadratic time for many slashes that are not at the end. */
function withoutLastSlashes(path: string): string {
  let { length } = path;
  while (path[length - 1] === '/') length -= 1;
  return path.slice(0, length);
}

function namesAction(template: string): boolean {
  return template.includes(':');
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

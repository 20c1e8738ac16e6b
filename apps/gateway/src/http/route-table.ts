import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

interface Route {
  path: RegExp;
  methods: string[];
}

/** Which methods there are for a path. For refusals and preflights; Fastify only tells of the one that was asked for. */
@Injectable()
export class RouteTable {
  private readonly routes = new Map<string, Route>();

  /** Before the first route is made. */
  follow(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method }) => {
      this.add(url, Array.isArray(method) ? method : [method]);
    });
  }

  methodsOf(path: string): string[] {
    const found = [...this.routes.values()].filter((route) => route.path.test(path)).flatMap(({ methods }) => methods);
    return [...new Set(found)].filter((method) => known.has(method)).sort();
  }

  /** A path that is nearly this one, and has the method: without a slash at its end, or of another version. */
  nearest(path: string, method: string): string | undefined {
    const bare = path.replace(/\/+$/, '');
    const versions = ['1', '2'].map((version) => bare.replace(/^\/api\/(v?\d+\/)?/, `/api/${version}/`));
    return [bare, ...versions].find((each) => each !== path && this.methodsOf(each).includes(method));
  }

  private add(url: string, methods: string[]): void {
    const route = this.routes.get(url) ?? { path: patternOf(url), methods: [] };
    route.methods.push(...methods);
    this.routes.set(url, route);
  }
}

const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Of Fastify's `:name`, `:name(rule)`, `::` for a colon, and `*`. */
function patternOf(url: string): RegExp {
  const parts = url.matchAll(/::|:(\w+)(?:\(([^)]*)\))?|\*|[^:*]+/g);
  const pattern = [...parts].map(([part, name, rule]) => {
    if (part === '::') return ':';
    if (name !== undefined) return `(?:${rule?.replace(/^\^|\$$/g, '') ?? '[^/]+'})`;
    return part === '*' ? '.*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${pattern.join('')}$`);
}

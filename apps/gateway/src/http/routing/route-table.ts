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
  /**
   * A digit for each part of the path: 0 for a fixed word, 1 for a parameter with something behind it, 2 for a parameter. Of two
   * routes of one path the lower one is the nearer, as for the router. Undefined for a route with `*`, which is behind all others.
   */
  rank: string | undefined;
}

/** Knows the methods of each path, for refusals and preflights. Fastify can find a route only by path and method. */
@Injectable()
export class RouteTable {
  private readonly routes = new Map<string, Route>();
  /** For a route's `url`: the paths of routes that may be nearer to a path of it. */
  private readonly nearer = new Map<string, RegExp | undefined>();

  /** Learns only the routes that are added after this call. */
  follow(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method, config }) => {
      if (config?.rest !== true) this.add(url, Array.isArray(method) ? method : [method]);
    });
  }

  /** A path takes only the methods of its nearest routes: no id is a fixed word such as `list`, or ends with an action. */
  methodsOf(path: string): string[] {
    const found = this.at(path);
    const nearest = found.find(({ rank }) => rank !== undefined)?.rank;
    const methods = found
      .filter(({ rank }) => rank === undefined || rank === nearest)
      .flatMap((route) => route.methods);
    return [...new Set(methods)].filter((method) => known.has(method)).sort();
  }

  /**
   * Whether a nearer route than the one with this `url` has the path, but not the method. The router looks only at routes with the
   * method, so it takes `list` for an id where only GET has `…/list`.
   */
  isOfOtherMethods(path: string, url: string, method: string): boolean {
    if (!this.nearer.has(url)) this.nearer.set(url, this.pathsNearerThan(url));
    return this.nearer.get(url)?.test(path) === true && !this.methodsOf(path).includes(method);
  }

  /** The name of the parameter with such a text; undefined if that is no parameter, or no route has the path. */
  parameterWith(isSuch: (text: string) => boolean, path: string, method: string): string | undefined {
    const found = this.at(path);
    const route = found.find(({ methods }) => methods.includes(method)) ?? found[0];
    const place = path.split('/').findIndex(isSuch);
    return /^\{(\w+)\}/.exec(route?.template.split('/')[place] ?? '')?.[1];
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

  /** The actions of a thing, where the path asks for another one: `:end, :start` for `…/campaigns/5:stop`. */
  actionsInsteadOf(path: string): string[] {
    const colon = path.lastIndexOf(':');
    if (path.length > longestPath || colon <= path.lastIndexOf('/') + 1 || this.isAction(path)) return [];
    const thing = path.slice(0, colon);
    const actions = [...this.routes.values()].flatMap((route) => {
      const action = /\}(:[^/{}]+)$/.exec(route.template)?.[1];
      return action !== undefined && route.path.test(thing + action) ? [action] : [];
    });
    return actions.sort();
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

  /** The nearest first. */
  private at(path: string): Route[] {
    const found = [...this.routes.values()].filter((route) => route.path.test(path));
    return found.sort((one, other) => (one.rank ?? last).localeCompare(other.rank ?? last));
  }

  private pathsNearerThan(url: string): RegExp | undefined {
    const route = this.routes.get(url);
    if (route?.rank === undefined) return undefined;
    const rivals = [...this.routes.values()].filter((each) => isNearer(each, route));
    return rivals.length === 0 ? undefined : new RegExp(rivals.map(({ path }) => path.source).join('|'));
  }

  private isAction(path: string): boolean {
    return [...this.routes.values()].some((route) => namesAction(route.template) && route.path.test(path));
  }

  private add(url: string, methods: string[]): void {
    const template = templateOf(url);
    const route = this.routes.get(url) ?? { template, path: patternOf(url), methods: [], rank: rankOf(template) };
    route.methods.push(...methods);
    this.routes.set(url, route);
  }
}

/** Sorts behind every rank. */
const last = '3';

function rankOf(template: string): string | undefined {
  if (template.includes('*')) return undefined;
  const parts = template.split('/').map((part) => (part.startsWith('{') ? (part.endsWith('}') ? 2 : 1) : 0));
  return parts.join('');
}

/** Whether some path may have both routes, and the first is the nearer. */
function isNearer(one: Route, other: Route): boolean {
  if (one.rank === undefined || other.rank === undefined || one.rank >= other.rank) return false;
  const [parts, others] = [one.template.split('/'), other.template.split('/')];
  const isOpen = (part: string): boolean => part.startsWith('{');
  return (
    parts.length === others.length &&
    parts.every((part, place) => part === others[place] || isOpen(part) || isOpen(others[place] ?? ''))
  );
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

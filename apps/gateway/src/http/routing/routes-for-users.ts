import type { TokenNeed } from '@ces/auth/explain-token';
import { TOKEN_NEED, TOKEN_OPTIONAL } from '@ces/auth/token.guard';
import { Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { patternOf } from './route-table.js';

interface Route {
  method: string;
  path: RegExp;
}

type Controller = new (...parts: never[]) => object;

/** The paths of identity that an app calls: sign-in, also on a device, tokens and the user's claims. */
const ofIdentity = /^\/oauth2\/(token|revoke|userinfo|device)$|^\/\.well-known\//;

/** The routes that a public client may call: those for user tokens, and those whose nonce is the credential. */
@Injectable()
export class RoutesForUsers {
  private found: Route[] | undefined;

  constructor(
    private readonly modules: ModulesContainer,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  has(method: string, path: string): boolean {
    if (ofIdentity.test(path)) return true;
    this.found ??= this.find();
    const asked = method === 'HEAD' ? 'GET' : method;
    return this.found.some((route) => route.method === asked && route.path.test(path));
  }

  private find(): Route[] {
    const controllers = [...this.modules.values()].flatMap((module) =>
      [...module.controllers.values()].map(({ metatype }) => metatype as Controller),
    );
    return [...new Set(controllers)].flatMap((controller) => this.routesOf(controller));
  }

  private routesOf(controller: Controller): Route[] {
    const prototype = controller.prototype as Record<string, () => unknown>;
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      if (!handler || !this.isForUsers(handler, controller)) return [];
      const path = [controller, handler].map((each) => this.reflector.get<string>(PATH_METADATA, each));
      const method = RequestMethod[this.reflector.get<RequestMethod>(METHOD_METADATA, handler)];
      return [{ method, path: patternOf(`/${path.filter((part) => part !== '/').join('/')}`) }];
    });
  }

  private isForUsers(handler: () => unknown, controller: Controller): boolean {
    const places = [handler, controller];
    if (this.reflector.get<unknown>(METHOD_METADATA, handler) === undefined) return false;
    if (this.reflector.getAllAndOverride<unknown>(TOKEN_OPTIONAL, places) === true) return true;
    const needs = this.reflector.getAllAndOverride<TokenNeed[] | undefined>(TOKEN_NEED, places) ?? [];
    return needs.some(({ use }) => use === 'user');
  }
}

import { ForbiddenException, RequestMethod, type CanActivate, type ExecutionContext } from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  HEADERS_METADATA,
  HTTP_CODE_METADATA,
  INTERCEPTORS_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  PIPES_METADATA,
  REDIRECT_METADATA,
  RENDER_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ApplicationConfig, MetadataScanner, ModulesContainer } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route runs without the layers of Nest that it does not use. */
    direct?: true;
  }
}

type Action = (...values: unknown[]) => unknown;
type Reader = (request: FastifyRequest, context: ExecutionContext) => unknown;
type Guard = (context: ExecutionContext) => ReturnType<CanActivate['canActivate']>;

interface Method {
  controller: object;
  action: Action;
  guards: Guard[];
  /** They make the parameters of the method. */
  readers: Reader[];
  status: number;
}

interface Parameter {
  index: number;
  data?: unknown;
  pipes: unknown[];
  factory?: (data: unknown, context: ExecutionContext) => unknown;
}

/**
 * Runs the routes that are marked `direct` without Nest's layers for pipes, interceptors and streams: they make a dozen
 * promises and some two kilobytes of each request. Guards, parameters and status are those of the controller's decorators.
 */
export function runDirectly(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRoute', (route) => {
      if (route.config?.direct === true) route.handler = handlerOf(methodOf(app, route));
    });
}

function handlerOf({ controller, action, guards, readers, status }: Method): RouteHandlerMethod {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    // Nest's router takes no empty part of a path either.
    if (Object.values(request.params as object).includes('')) {
      reply.callNotFound();
      return reply;
    }
    const context = new ExecutionContextHost([request, reply], controller.constructor as never, action);
    for (const guard of guards) {
      const admitted = guard(context);
      if (admitted !== true && (await admitted) !== true) throw new ForbiddenException();
    }
    void reply.status(status);
    return action.apply(
      controller,
      readers.map((read) => read(request, context)),
    );
  };
}

function methodOf(app: NestFastifyApplication, { url, method }: RouteOptions): Method {
  demandNothingGlobal(app.get(ApplicationConfig));
  const scanner = new MetadataScanner();
  for (const module of app.get(ModulesContainer).values()) {
    for (const { instance } of module.controllers.values()) {
      const controller = instance as Record<string, Action>;
      for (const name of scanner.getAllMethodNames(Object.getPrototypeOf(controller) as object)) {
        const action = controller[name];
        if (!action || !isAt(controller.constructor, action, { url, method })) continue;
        demandPlain(controller.constructor, action);
        const guards = (noted(GUARDS_METADATA, action) ?? []) as never[];
        return {
          controller,
          action,
          guards: guards.map((each) => guardOf(module.injectables.get(each)?.instance as CanActivate | undefined)),
          readers: readersOf(controller.constructor, name),
          status: noted(HTTP_CODE_METADATA, action) as number,
        };
      }
    }
  }
  throw new Error(`no controller has the direct route ${url}`);
}

function isAt(shape: object, action: Action, { url, method }: Pick<RouteOptions, 'url' | 'method'>): boolean {
  const verb = noted(METHOD_METADATA, action) as RequestMethod | undefined;
  if (verb === undefined || RequestMethod[verb] !== method) return false;
  return `/${String(noted(PATH_METADATA, shape))}/${String(noted(PATH_METADATA, action))}` === url;
}

/** Refuses routes that use more of Nest, so that nothing of it is lost silently. */
function demandPlain(shape: object, action: Action): void {
  const others = [
    noted(GUARDS_METADATA, shape),
    noted(HTTP_CODE_METADATA, action) === undefined ? 'status' : undefined,
  ];
  const kinds = [INTERCEPTORS_METADATA, PIPES_METADATA, EXCEPTION_FILTERS_METADATA];
  const layers = [
    ...[shape, action].flatMap((each) => kinds.map((kind) => noted(kind, each))),
    ...[HEADERS_METADATA, REDIRECT_METADATA, RENDER_METADATA].map((kind) => noted(kind, action)),
  ];
  if ([...others, ...layers].some((each) => each !== undefined))
    throw new Error(`${action.name} cannot be a direct route: it has more than guards of its own and a status`);
}

/** The filter of all routes is Fastify's error handler, too. */
function demandNothingGlobal(config: ApplicationConfig): void {
  const layers = [
    ...[config.getGlobalGuards(), config.getGlobalPipes(), config.getGlobalInterceptors()],
    ...[config.getGlobalRequestGuards(), config.getGlobalRequestPipes(), config.getGlobalRequestInterceptors()],
  ];
  if (layers.some((some) => some.length > 0))
    throw new Error('a direct route passes by guards, pipes and interceptors of all routes');
}

function guardOf(guard: CanActivate | undefined): Guard {
  if (!guard) throw new Error('the guard of a direct route is missing');
  return (context) => guard.canActivate(context);
}

function readersOf(shape: object, name: string): Reader[] {
  const kinds = (Reflect.getMetadata(ROUTE_ARGS_METADATA, shape, name) ?? {}) as Record<string, Parameter>;
  const parameters = Object.entries(kinds).sort(([, one], [, other]) => one.index - other.index);
  return parameters.map(([kind, parameter]) => readerOf(kind, parameter));
}

function readerOf(kind: string, { data, pipes, factory }: Parameter): Reader {
  if (pipes.length > 0) throw new Error('a parameter of a direct route passes no pipe');
  if (factory) return (_request, context) => factory(data, context);
  const [type] = kind.split(':');
  if (type === String(RouteParamtypes.REQUEST)) return (request) => request;
  if (type === String(RouteParamtypes.PARAM) && typeof data === 'string')
    return ({ params }) => (params as Record<string, string>)[data];
  throw new Error(`a direct route has no parameter of the kind ${kind}`);
}

function noted(name: string, on: object): unknown {
  return Reflect.getMetadata(name, on);
}

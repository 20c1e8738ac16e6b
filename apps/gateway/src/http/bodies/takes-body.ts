import { SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';

const BODY_DESCRIBED = 'body-described';

/** `Describe` marks a route with it whose body it describes: the route may read the body without a parameter for it. */
export function BodyDescribed(): MethodDecorator {
  return SetMetadata(BODY_DESCRIBED, true);
}

const known = new WeakMap<object, boolean>();

/** Whether the route has a parameter for a body, or describes one. Looked up once for each route, because row 2 asks with each event. */
export function takesBody(context: ExecutionContext): boolean {
  const route = context.getHandler();
  const before = known.get(route);
  if (before !== undefined) return before;
  const takes = hasBody(context);
  known.set(route, takes);
  return takes;
}

function hasBody(context: ExecutionContext): boolean {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) as
    object | undefined;
  const isBody = (kind: string): boolean => kind.startsWith(`${RouteParamtypes.BODY}:`);
  return (
    Object.keys(parameters ?? {}).some(isBody) || Reflect.getMetadata(BODY_DESCRIBED, context.getHandler()) === true
  );
}

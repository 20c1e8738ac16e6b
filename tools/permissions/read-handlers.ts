// Nest's own metadata say which calls a service answers and which facts it handles.
import { deadLetters } from '@ces/contracts/dead-letters';
import { healthOf } from '@ces/contracts/operation/health';
import { reconciliation } from '@ces/contracts/facts/reconciliation';
import type { FactContract } from '@ces/contracts/rpc';
import type { HandleExtras } from '@ces/messaging/calls/handle';
import type { OnFactExtras } from '@ces/messaging/facts/on-fact';
import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';

export interface HandlerUses {
  answers: Set<string>;
  reads: FactContract<object>[];
}

type AnyModule = Type | DynamicModule | ForwardReference | Promise<DynamicModule>;

export function readHandlers(service: { name: string; modules: (Type | DynamicModule)[] }): HandlerUses {
  const extras = [...controllersBelow(service.modules)].flatMap(extrasOf);
  const contracts = extras.flatMap((each) => ('contract' in each ? [each.contract] : []));
  // Every service answers for its own health, dead letters and facts without a controller of its modules.
  const { name } = service;
  const own = [healthOf(name), ...Object.values(deadLetters(name)), ...Object.values(reconciliation(name))];
  return {
    answers: new Set([...contracts, ...own].map(({ subject }) => subject)),
    reads: extras.flatMap((each) => ('fact' in each ? [each.fact] : [])),
  };
}

function controllersBelow(modules: AnyModule[], seen = new Set<AnyModule>()): Set<Type> {
  const found = new Set<Type>();
  for (const given of modules) {
    if (seen.has(given) || given instanceof Promise) continue;
    seen.add(given);
    const module = 'forwardRef' in given ? (given.forwardRef as () => Type)() : given;
    const own = 'module' in module ? module.module : module;
    const extra: Partial<DynamicModule> = 'module' in module ? module : {};
    const listed = <T>(key: 'controllers' | 'imports', more: T[] = []): T[] => [
      ...((Reflect.getMetadata(key, own) as T[] | undefined) ?? []),
      ...more,
    ];
    for (const controller of listed<Type>('controllers', extra.controllers)) found.add(controller);
    for (const controller of controllersBelow(listed<AnyModule>('imports', extra.imports), seen)) found.add(controller);
  }
  return found;
}

function extrasOf(controller: Type): (HandleExtras | OnFactExtras)[] {
  const prototype = controller.prototype as Record<string, object>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    if (name === 'constructor') return [];
    const extras = Reflect.getMetadata('microservices:pattern_extras', prototype[name] ?? {}) as
      HandleExtras | OnFactExtras | undefined;
    return extras ? [extras] : [];
  });
}

import { check, type UnknownFields } from '@ces/contracts/check';
import { faulty, malformedJson, Problem, type Fault } from '@ces/contracts/problems';
import { Page } from '@ces/contracts/paging';
import type { Class } from '@ces/contracts/rpc';
import { refuseUnstorable } from '@ces/contracts/json/unstorable';
import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { ownCursor } from '../parameters/page-links.js';
import { fieldsIgnored, noteIgnored } from './ignored-fields.js';
import { parameterIn } from './json-pointer.js';

/** Makes a DTO of a body's bytes or of a query, or refuses it and names every fault. */
@Injectable()
export class CheckPipe implements PipeTransform {
  constructor(
    private readonly unknown: UnknownFields,
    private readonly text: 'storable' | 'any' = 'storable',
  ) {}

  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (!metatype) throw new Error('the parameter has no class to check against');
    const shape = metatype as Class<object>;
    // A malformed id in the path passes: its service answers 404.
    if (type === 'param') return checkParameters(shape, value);
    return type === 'body' ? this.body(shape, value) : checkQuery(shape, value);
  }

  /** Validates the body of a route that also takes other content types and calls this itself. */
  async body<T extends object>(shape: Class<T>, bytes: unknown): Promise<T> {
    const value = parseJson(bytes);
    if (this.text === 'storable') refuseUnstorable(value);
    return this.unknown === 'refuse' ? check(shape, value, 'refuse') : checkAndName(shape, value);
  }
}

/**
 * Makes a DTO of the query of a list. It refuses unknown parameters, because a misspelt filter would answer the whole
 * list. Every route takes `locale`.
 */
@Injectable()
class ListPipe implements PipeTransform {
  async transform(value: unknown, { metatype }: ArgumentMetadata): Promise<unknown> {
    if (!metatype) throw new Error('the parameter has no class to check against');
    const query = { ...(value as Record<string, unknown>) };
    delete query['locale'];
    try {
      refuseUnstorable(query);
      return withOwnCursor(await check(metatype as Class<object>, query, 'refuse'));
    } catch (error) {
      throw asParameters(error);
    }
  }
}

export function checkStrictly<T extends object>(shape: Class<T>, value: unknown): Promise<T> {
  refuseUnstorable(value);
  return check(shape, value, 'refuse');
}

/** The answer names the fields that are ignored. */
export function checkTolerantly<T extends object>(shape: Class<T>, value: unknown): Promise<T> {
  refuseUnstorable(value);
  return checkAndName(shape, value);
}

async function checkAndName<T extends object>(shape: Class<T>, value: unknown): Promise<T> {
  const checked = await check(shape, value, 'ignore');
  noteIgnored(fieldsIgnored(value, checked));
  return checked;
}

export async function checkQuery<T extends object>(shape: Class<T>, value: unknown): Promise<T> {
  try {
    refuseUnstorable(value);
  } catch (error) {
    throw asParameters(error);
  }
  return checkParameters(shape, value);
}

function withOwnCursor<T extends object>(checked: T): T {
  const page: object = checked;
  if (page instanceof Page && page.cursor !== undefined) page.cursor = ownCursor(page.cursor);
  return checked;
}

function checkParameters<T extends object>(shape: Class<T>, value: unknown): Promise<T> {
  return check(shape, value, 'ignore').catch((error: unknown) => {
    throw asParameters(error);
  });
}

function asParameters(error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const errors = error.extras.errors ?? [];
  return faulty(
    'parameter-invalid',
    errors.map((fault) => ({ ...parameterOf(fault), pointer: parameterIn(fault.pointer) })),
  );
}

function parameterOf(fault: Fault): Fault {
  if (fault.code !== 'unknown-field') return fault;
  const detail = fault.detail.replace(
    'is not a field of this request, which has',
    'is not a parameter here; known are locale,',
  );
  return { ...fault, code: 'unknown-parameter', detail };
}

/** Ignores unknown fields. Rows of the specification use it. */
export const tolerant = new CheckPipe('ignore');
/** Like `tolerant`, where the service validates unstorable text itself (rows 6, 8, 15, 18, and the resend of an activation). */
export const tolerantOfText = new CheckPipe('ignore', 'any');
/** Refuses unknown fields. Administrative routes use it. */
export const strict = new CheckPipe('refuse');
/** For the queries of lists outside the specification. */
export const listed = new ListPipe();
/** Like `strict`, where the service validates text itself or stores any text. */
export const strictWithText = new CheckPipe('refuse', 'any');

export function parseJson(body: unknown): unknown {
  return parseText(textOf(body));
}

export function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformedJson(error instanceof Error ? error.message : 'The body is not JSON.');
  }
}

export function textOf(body: unknown): string {
  if (!Buffer.isBuffer(body) || body.length === 0) throw malformedJson('A JSON body is needed.');
  return body.toString();
}

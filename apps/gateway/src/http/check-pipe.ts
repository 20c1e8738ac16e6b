import { check, type UnknownFields } from '@ces/contracts/check';
import { faulty, Problem } from '@ces/contracts/problems';
import type { Class } from '@ces/contracts/rpc';
import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';

/** Makes a DTO of a body's bytes or of a query, or refuses it with every fault named. */
@Injectable()
class CheckPipe implements PipeTransform {
  constructor(private readonly unknown: UnknownFields) {}

  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (!metatype) throw new Error('the parameter has no class to check against');
    const shape = metatype as Class<object>;
    if (type === 'body') return check(shape, parseJson(value), this.unknown);
    return check(shape, value, 'ignore', '').catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      const errors = (error.extras.errors ?? []).map((fault) => ({ ...fault, pointer: fault.pointer.slice(1) }));
      throw faulty('parameter-invalid', errors);
    });
  }
}

/** Rows of the specification: what is not known is ignored. */
export const tolerant = new CheckPipe('ignore');
/** Administration: what is not known is refused. */
export const strict = new CheckPipe('refuse');

export function parseJson(body: unknown): unknown {
  const text = textOf(body);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem('malformed-json', error instanceof Error ? error.message : 'The body is not JSON.');
  }
}

/** The body as it came, as text. */
export function textOf(body: unknown): string {
  if (!Buffer.isBuffer(body) || body.length === 0) throw new Problem('malformed-json', 'A JSON body is needed.');
  return body.toString();
}

import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { strict, tolerant } from './check-pipe.js';

/** For a body that may be absent because all its fields are optional. */
function orNone(pipe: PipeTransform): PipeTransform {
  return {
    transform(value: unknown, metadata: ArgumentMetadata): unknown {
      const given = Buffer.isBuffer(value) && value.length > 0;
      return pipe.transform(given ? value : Buffer.from('{}'), metadata);
    },
  };
}

export const tolerantOrNone = orNone(tolerant);
export const strictOrNone = orNone(strict);

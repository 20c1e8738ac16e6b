import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { tolerant } from '../http/bodies/check-pipe.js';

/** Like `tolerant`, for a body that may be absent because all its fields are optional. */
export const tolerantOrNone: PipeTransform = {
  transform(value: unknown, metadata: ArgumentMetadata) {
    const given = Buffer.isBuffer(value) && value.length > 0;
    return tolerant.transform(given ? value : Buffer.from('{}'), metadata);
  },
};

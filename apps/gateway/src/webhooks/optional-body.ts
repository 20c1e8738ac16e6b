import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { tolerant } from '../http/bodies/check-pipe.js';

/** Like `tolerant`, where all fields of the body may be left out and the body with them. */
export const tolerantOrNone: PipeTransform = {
  transform(value: unknown, metadata: ArgumentMetadata) {
    const given = Buffer.isBuffer(value) && value.length > 0;
    return tolerant.transform(given ? value : Buffer.from('{}'), metadata);
  },
};

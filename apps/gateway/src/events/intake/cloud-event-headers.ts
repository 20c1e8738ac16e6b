import { applyDecorators } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';

const text = { type: 'string', minLength: 1, maxLength: 255 };

/** Documents the attributes of CloudEvents (binary mode) that `submissionOf` reads. */
export function CloudEventHeaders(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'ce-id',
      required: false,
      description:
        'The id of the event at its source (CloudEvents). With `ce-source` it is the key of the event: sent again, the event is ' +
        'not accepted twice. An `Idempotency-Key` takes precedence.',
      schema: { ...text, example: 'order-4711' },
    }),
    ApiHeader({
      name: 'ce-source',
      required: false,
      description: 'Where the event comes from (CloudEvents). It is read only beside `ce-id`.',
      schema: { ...text, example: '/shops/utrecht' },
    }),
    ApiHeader({
      name: 'ce-time',
      required: false,
      description: 'When it happened, as RFC 3339 says (CloudEvents); the moment of receipt by default.',
      schema: { ...text, format: 'date-time', example: '2026-11-21T09:30:00Z' },
    }),
  );
}

import { faulty } from '@ces/contracts/problems';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

/** The id of the last event that the reader has, if it has the form of an id of this stream. */
export function lastEventId({ headers }: FastifyRequest, form: RegExp): string | undefined {
  const given = headers['last-event-id'];
  if (given === undefined || given === '') return undefined;
  if (typeof given === 'string' && form.test(given)) return given;
  throw faulty('parameter-invalid', [
    { pointer: 'Last-Event-ID', code: 'last-event-id', detail: 'must be the id of an event of this stream' },
  ]);
}

/** Documents the header by which a reader goes on. */
export function TakesLastEventId(example: string) {
  return ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The id of the last event that you have. The stream goes on after it.',
    schema: { type: 'string', example },
  });
}

/** The answer of a stream, for `Describe`. */
export function streamOf(description: string, example: string) {
  const schema = { type: 'string', description: 'Events, each with its fields `id`, `event` and `data`.' };
  return { description, content: { 'text/event-stream': { schema, example } } };
}

import { check } from '@ces/contracts/check';
import { refuseUnstorable } from '@ces/contracts/json/unstorable';
import { faulty, Problem, type Fault } from '@ces/contracts/problems';
import type { Class } from '@ces/contracts/rpc';
import type { FastifyRequest } from 'fastify';
import { checkQuery, parseJson } from './check-pipe.js';
import { fieldsIgnored, noteIgnored } from './ignored-fields.js';
import { parameterIn } from './json-pointer.js';
import { bodyOfGet } from './read-bodies.js';

/** Row 16 shows a GET with a body. Parameters may stand in the body or in the query, which takes precedence. */
export async function queryOrBody<T extends object>(shape: Class<T>, request: FastifyRequest): Promise<T> {
  const query = request.query as object;
  const body = await bodyOfGet(request);
  if (body.length === 0) return checkQuery(shape, query);
  const sent = await demandObject(parseJson(body));
  refuseUnstorable(query);
  refuseUnstorable(sent);
  const checked = await checkBoth(shape, sent, query);
  noteIgnored(fieldsIgnored(sent, checked));
  return checked;
}

async function demandObject(sent: unknown): Promise<object> {
  await check(Object, sent, 'ignore');
  return sent as object;
}

/** A fault has the pointer of a field unless the query has the parameter. */
async function checkBoth<T extends object>(shape: Class<T>, sent: object, query: object): Promise<T> {
  try {
    return await check(shape, { ...sent, ...query }, 'ignore');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const errors = error.extras.errors ?? [];
    throw faulty(
      error.code,
      errors.map((fault) => ({ ...fault, pointer: placeOf(fault, query) })),
    );
  }
}

function placeOf({ pointer }: Fault, query: object): string {
  const name = parameterIn(pointer);
  return Object.hasOwn(query, name) ? name : pointer;
}

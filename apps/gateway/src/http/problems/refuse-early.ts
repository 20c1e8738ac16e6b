import { faulty, Problem } from '@ces/contracts/problems';
import { decoded } from '@ces/service/http/decoded';
import { originForm } from '@ces/service/http/origin-form';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './send-problem.js';
import { hasBody } from '../bodies/body-kind.js';
import { pathOf } from './problem-document.js';
import { destroySoon } from './refuse-unread.js';
import type { RouteTable } from '../routing/route-table.js';
import { callOf } from '../routing/mark-requests.js';
import type { AllowOrigin } from '../routing/cross-origin.js';
import { securityHeaders, strictPolicy } from '../routing/security-headers.js';

/** Longer parameters of a path are refused. */
export const longestParameter = 1_024;

/** Stands in for the hooks, which do not run for such a request. */
interface InPlaceOfHooks {
  routes: RouteTable;
  allow: AllowOrigin;
  publicUrl: string;
}

/** Answers a request that Fastify refuses before any route or hook sees it, because of the text of its path. */
export async function refuseEarly(
  error: Error & { code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
  { routes, allow, publicUrl }: InPlaceOfHooks,
): Promise<void> {
  const { raw } = request;
  if (raw.url !== undefined) raw.url = originForm(raw.url);
  const fault = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? tooLong : notDecodable;
  const parameter = routes.parameterWith(fault.isIn, pathOf(raw.url), request.method);
  const problem = refusalOfPath(parameter, fault);
  request.call = callOf(request);
  void reply.headers({ 'X-Request-Id': request.call.requestId, ...securityHeaders(publicUrl), ...strictPolicy });
  await allow(request, reply);
  if (hasBody(raw) && !raw.complete) {
    // `boundUnreadRests` does not run for this request.
    void reply.header('Connection', 'close');
    reply.raw.once('finish', () => {
      destroySoon(raw.socket);
    });
  }
  void sendProblem(problem, request, reply, publicUrl);
}

interface FaultOfPath {
  isIn: (text: string) => boolean;
  code: string;
  detail: string;
}

const tooLong: FaultOfPath = {
  // The router counts decoded characters.
  isIn: (text) => (decoded(text) ?? '').length > longestParameter,
  code: 'too-long',
  detail: `must not have more than ${longestParameter} characters`,
};

const notDecodable: FaultOfPath = {
  isIn: (text) => decoded(text) === undefined,
  code: 'not-decodable',
  detail: 'cannot be decoded: two hexadecimal digits must follow a %, and the bytes must be UTF-8',
};

/** A fault outside of all parameters has no name, so it is one of the request. */
function refusalOfPath(parameter: string | undefined, { code, detail }: FaultOfPath): Problem {
  if (parameter === undefined) return new Problem('request-malformed', `The path ${detail}.`);
  return faulty('parameter-invalid', [{ pointer: parameter, code, detail }]);
}

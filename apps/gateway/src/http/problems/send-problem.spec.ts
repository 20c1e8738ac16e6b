import { Problem, problems, type ProblemCode } from '@ces/contracts/problems';
import Fastify from 'fastify';
import { sendProblem } from './send-problem.js';

const codes = Object.keys(problems) as ProblemCode[];
const withStatus = (status: number) => codes.filter((code) => problems[code][0] === status);

describe('a refusal', () => {
  const fastify = Fastify();
  fastify.decorateRequest('call');
  fastify.get<{ Params: { code: ProblemCode } }>('/:code', (request, reply) => {
    request.call = { requestId: 'x' };
    return sendProblem(new Problem(request.params.code, 'No.'), request, reply, 'https://ces.example');
  });

  afterAll(() => fastify.close());

  const challengeOf = async (code: ProblemCode) => {
    const { statusCode, headers } = await fastify.inject(`/${code}`);
    expect(statusCode).toBe(problems[code][0]);
    return headers['www-authenticate'];
  };

  it.each(withStatus(401))('of status 401 asks for a token: %s', async (code) => {
    const why = code === 'token-invalid' ? ', error="invalid_token"' : '';
    expect(await challengeOf(code)).toBe(`Bearer realm="ces"${why}`);
  });

  it.each(withStatus(403))('of status 403 says that the token is not enough: %s', async (code) => {
    expect(await challengeOf(code)).toBe('Bearer realm="ces", error="insufficient_scope"');
  });

  it.each(withStatus(404))('of another status asks for nothing: %s', async (code) => {
    expect(await challengeOf(code)).toBeUndefined();
  });
});

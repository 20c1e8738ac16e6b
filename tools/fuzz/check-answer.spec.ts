import { faultOf } from './check-answer.ts';
import { OpenApi } from './operations.ts';
import type { Answered } from './send.ts';

const headers = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };
const schema = { type: 'object', properties: { done: { type: 'boolean' } } };
const done = { headers, content: { 'application/json': { schema } } };
const refused = {
  headers,
  content: { 'application/problem+json': { schema: { type: 'object', additionalProperties: true } } },
};

const api = new OpenApi({
  paths: { '/api/things/{id}:act': { post: { responses: { 200: done, 404: refused } } } },
  components: {
    schemas: { Problem: { required: ['status', 'instance', 'code'] } },
    headers: { 'X-Request-Id': { required: true }, Link: {} },
  },
});

const marked = { 'x-request-id': 'a' };
const problem = (status: number, more: object = {}): Answered => ({
  status,
  headers: { ...marked, 'content-type': 'application/problem+json; charset=utf-8' },
  text: JSON.stringify({ status, instance: '/api/things/1:act', code: 'thing-not-found', ...more }),
  ms: 1,
});
const json = { ...marked, 'content-type': 'application/json' };
const good: Answered = { status: 200, headers: json, text: '{"done":true}', ms: 1 };
const faultIn = (answer: Answered, target = '/api/things/1:act?limit=1', method = 'POST') =>
  faultOf(api, { method, target, headers: {}, body: undefined }, answer);

describe('the checks of the fuzz run', () => {
  it.each([
    ['what the operation declares', good],
    ['a problem that the operation declares', problem(404)],
  ])('takes %s', (_, answer) => {
    expect(faultIn(answer)).toBeUndefined();
  });

  it('takes 404 and 405 where there is no operation, and no success', () => {
    expect(faultIn(problem(405), '/api/things/1:act', 'PUT')).toBeUndefined();
    expect(faultIn(problem(404), '/api/others')).toBeUndefined();
    expect(faultIn(good, '/api/others')).toBe('200 is not declared');
  });

  it.each([
    ['any 5xx', problem(503), '503'],
    ['a status that the operation does not declare', problem(409), '409 is not declared'],
    ['an answer that took over 10 s', { ...good, ms: 10_001 }, 'took 10001 ms'],
    ['no answer', { ...good, status: 0, failure: 'closed' }, 'closed'],
    ['a problem without a member', problem(404, { code: undefined }), 'a problem without code'],
    ['a problem with an empty instance', problem(404, { instance: '' }), 'a problem without instance'],
    ['a problem of another status', problem(404, { status: 400 }), 'a problem of another status'],
    [
      'a problem of another content type',
      { ...problem(404), headers: { 'content-type': 'text/html' } },
      '404 with text/html',
    ],
    ['a body with an undeclared member', { ...good, text: '{"dome":true}' }, /^the body of 200 does not fit/],
    [
      'a body of an undeclared type',
      { ...good, headers: { ...json, 'content-type': 'text/csv' } },
      /^text\/csv of 200/,
    ],
    ['an answer without a required header', { ...good, headers: {} }, '200 has no x-request-id'],
    [
      'a header that is not declared',
      { ...good, headers: { ...json, link: '<x>' } },
      'the Link of 200 is not declared',
    ],
    ['a problem that is no JSON', { ...problem(404), text: '{' }, 'a problem that is no JSON'],
  ])('refuses %s', (_, answer, fault) => {
    expect(faultIn(answer)).toEqual(typeof fault === 'string' ? fault : expect.stringMatching(fault));
  });
});

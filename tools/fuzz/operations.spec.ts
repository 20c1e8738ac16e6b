import { OpenApi } from './operations.ts';

describe('the operations that fit a request', () => {
  const openApi = new OpenApi();
  const keys = (method: string, target: string) => openApi.matching(method, target).map(({ key }) => key);

  it.each([
    ['GET', '/api/1/admin/jobs/5?x=1', ['GET /api/1/admin/jobs/{id}']],
    ['HEAD', '/api/1/admin/jobs/5', ['GET /api/1/admin/jobs/{id}']],
    ['POST', '/api/1/admin/jobs/5:cancel', ['POST /api/1/admin/jobs/{id}:cancel']],
    ['GET', '/api/1/admin/jobs/5:cancel', []],
    ['PATCH', '/api/1/admin/operators/5', ['PATCH /api/1/admin/operators/{id}']],
    ['PATCH', '/api/1/admin/operators/me', []],
    ['GET', '/api/1/admin/operators/me', ['GET /api/1/admin/operators/me']],
    ['GET', '/api/1/nowhere', []],
  ])('%s %s', (method, target, expected) => {
    expect(keys(method, target)).toEqual(expected);
  });
});

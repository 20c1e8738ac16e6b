import Fastify from 'fastify';
import { RouteTable } from './route-table.js';

describe('the table of routes', () => {
  const fastify = Fastify();
  const table = new RouteTable();
  table.follow(fastify);
  const handler = () => 'x';
  fastify.get('/api/1/things', handler);
  fastify.post('/api/1/things', handler);
  fastify.get('/api/1/things/:id', handler);
  fastify.post('/api/1/things/:id(^[^:/]+)::ping', handler);
  fastify.get('/api/2/things/:id/image.svg', handler);
  fastify.get('/api/1/things/list', handler);
  fastify.delete('/api/1/things/:id', handler);
  fastify.put('/api/1/things/by-name/:name', handler);
  fastify.get('/api/1/things/:id/parts', handler);
  fastify.post('/api/1/things/:id/:part', handler);
  fastify.all('/files/*', handler);
  fastify.get('/files/list', handler);
  fastify.post('/oauth2/token', handler);
  fastify.all('/oauth2/*', { config: { rest: true } }, handler);

  it.each([
    ['/api/1/things', ['GET', 'HEAD', 'POST']],
    ['/api/1/things/5', ['DELETE', 'GET', 'HEAD']],
    ['/api/1/things/list', ['GET', 'HEAD']],
    ['/api/1/things/by-name/parts', ['PUT']],
    ['/api/1/things/5/parts', ['GET', 'HEAD']],
    ['/api/1/things/5/6', ['POST']],
    ['/api/1/things/5:ping', ['POST']],
    ['/api/2/things/5/image.svg', ['GET', 'HEAD']],
    ['/api/2/things/5/imagexsvg', []],
    ['/files/list', ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT']],
    ['/files/x/y', ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT']],
    ['/oauth2/token', ['POST']],
    ['/oauth2/token/x', []],
    ['/api/1/things/', []],
  ])('knows the methods of %s', (path, methods) => {
    expect(table.methodsOf(path)).toEqual(methods);
  });

  it.each([
    ['DELETE', '/api/1/things/list', '/api/1/things/:id', true],
    ['DELETE', '/api/1/things/lists', '/api/1/things/:id', false],
    ['DELETE', '/api/1/things/5:ping', '/api/1/things/:id', true],
    ['DELETE', '/api/1/things/5:pong', '/api/1/things/:id', false],
    ['GET', '/api/1/things/list', '/api/1/things/list', false],
    ['GET', '/api/1/things/by-name/parts', '/api/1/things/:id/parts', true],
    ['POST', '/api/1/things/by-name/x', '/api/1/things/:id/:part', true],
    ['POST', '/api/1/things/5/parts', '/api/1/things/:id/:part', true],
    ['POST', '/api/1/things/5/x', '/api/1/things/:id/:part', false],
    ['DELETE', '/files/list', '/files/*', false],
  ])('knows whether %s of %s is for the route that the router finds', (method, path, url, isOther) => {
    expect(fastify.findRoute({ method: method, url })).not.toBeNull();
    expect(table.isOfOtherMethods(path, url, method)).toBe(isOther);
  });

  it.each([
    ['GET', '/api/1/things/%zz', 'id'],
    ['DELETE', '/api/1/things/%ff', 'id'],
    ['POST', '/api/1/things/%:ping', 'id'],
    ['POST', '/api/1/things/5/%', 'part'],
    ['PUT', '/api/1/things/by-name/%', 'name'],
    ['PATCH', '/api/1/things/5/%', 'part'],
    ['GET', '/api/1/%', undefined],
    ['GET', '/files/%', undefined],
  ])('names the parameter with a text: %s %s', (method, path, name) => {
    expect(table.parameterWith((text) => text.includes('%'), path, method)).toBe(name);
  });

  it.each([
    ['/api/1/things/', '/api/1/things'],
    ['/api/2/things', '/api/1/things'],
    ['/api/v1/things/5///', '/api/1/things/5'],
    ['/api/things/5', '/api/1/things/5'],
    ['/api/1/things/5/image.svg', '/api/2/things/5/image.svg'],
    ['/API/1/Things', '/api/1/things'],
    ['/things', '/api/1/things'],
    ['/api/1/nothing', undefined],
    ['/', undefined],
    [`${'/'.repeat(2_000_000)}a`, undefined],
  ])('finds the route that %s resembles', (path, nearest) => {
    expect(table.nearest(path, 'GET')).toBe(nearest);
  });

  it.each([
    ['/api/1/things/5:stop', [':ping']],
    ['/api/1/things/5:', [':ping']],
    ['/api/1/things/5:ping', []],
    ['/api/1/things/5', []],
    ['/api/1/things/:stop', []],
    ['/api/1/things/5/6:stop', []],
    [`/api/1/things/${':'.repeat(10_000)}`, []],
  ])('knows the actions there are instead of %.40s', (path, actions) => {
    expect(table.actionsInsteadOf(path)).toEqual(actions);
  });

  it('finds an action whose colon is a slash', () => {
    expect(table.nearest('/api/1/things/5/ping', 'POST')).toBe('/api/1/things/5:ping');
  });

  it.each([
    ['GET', '/api/1/thing', '/api/1/things'],
    ['GET', '/api/1/thigns/5', '/api/1/things/5'],
    ['POST', '/api/1/things/a:b:pign', '/api/1/things/a:b:ping'],
    ['GET', '/api/2/things/5/imagesvg', '/api/2/things/5/image.svg'],
    ['PUT', '/api/1/thing', undefined],
    ['GET', '/api/1/nothing', undefined],
    ['GET', `/api/1/${'x'.repeat(10_000)}`, undefined],
  ])('finds the route that is spelt like %s %.40s', (method, path, similar) => {
    expect(table.similar(path, method)).toBe(similar);
  });
});

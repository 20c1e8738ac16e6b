import type { ApiClient } from '@ces/testing/gateway/api-client';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { register } from '@ces/testing/gateway/registrations';

/** The contract promises one second. On a busy machine the reading calls take up to two more. */
const withinMs = 3_000;

describe('an account that rows 9 and 26 close', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 2, 'cards', 'segments', 'webhooks', 'campaigns');
    await platform.api.put('/api/1/terminal/events/visit', {
      $id: `${platform.url}/api/1/terminal/events/visit`,
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...{ title: 'visit', type: 'object', properties: {} },
    });
  });

  afterAll(() => platform.stop());

  const everywhere = (client: ApiClient) =>
    Promise.all(platform.gateways.map(async (gateway) => client.at(await gateway.getUrl())));
  const ofUser = [
    ['GET', '/api/2/card/user'], // row 21
    ['GET', '/api/1/user/person/me'], // row 22
    ['GET', '/api/1/user/optins'], // row 24
    ['PUT', '/api/1/user/optins/change', { optins: [] }], // row 17
    ['POST', '/api/1/user/delete/request'], // row 25
    ['GET', '/api/1/coupon/slips'],
    ['GET', '/api/1/stack/balances'],
  ] as const;
  const statusesOf = (client: ApiClient) =>
    Promise.all(
      ofUser.map(async ([method, path, body]) => [path, (await client.send(method, path, { body })).status] as const),
    );

  it('is 404 for reads by clients at once, at every gateway', async () => {
    const readers = await everywhere(platform.api);
    for (let round = 0; round < 3; round += 1) {
      const { user_id, username } = await register(platform);
      for (const reader of readers) {
        expect((await reader.post(`/api/1/terminal/${user_id}/events/visit`, {})).status).toBe(202);
      }
      expect((await platform.api.post(`/api/1/user/${user_id}/delete`)).body).toEqual({ deleted: true });
      for (const reader of readers) {
        const statuses = await Promise.all([
          reader.get(`/api/1/user/connections/${user_id}`), // row 4
          reader.get(`/api/1/user/details/${user_id}`), // row 7
          reader.post('/api/1/user/credentials/find', { username }), // row 8
          reader.get(`/api/1/user/person/details/${user_id}`), // row 23
          reader.get(`/api/1/terminal/${user_id}/events`),
        ]);
        expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
      }
    }
  });

  it('has no valid token and gets no event after 1 s, at every gateway', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { user_id } = await register(platform);
      const callers = await everywhere(await platform.asUser(user_id, 'profile cards optins rewards account'));
      const senders = await everywhere(platform.api);
      for (const caller of callers) {
        expect((await statusesOf(caller)).filter(([, status]) => status === 401 || status >= 500)).toEqual([]);
      }
      expect((await platform.api.post(`/api/1/user/${user_id}/delete`)).status).toBe(200);
      await eventually(async () => {
        for (const caller of callers) {
          expect(await statusesOf(caller)).toEqual(ofUser.map(([, path]) => [path, 401]));
        }
        for (const sender of senders) {
          expect((await sender.post(`/api/1/terminal/${user_id}/events/visit`, {})).status).toBe(404);
        }
      }, withinMs);
    }
  });
});

import type { IssuedCards } from '@ces/contracts/cards/card-administration';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { Platform } from '../platform/platform.js';
import { randomUUID } from 'node:crypto';
import { placesOf, withValueAt } from '../platform/misshapen.js';

const admin = '/api/1/admin';
const image = { src: 'https://cdn.example.com/a.png', alt: 'A' };
const design = {
  representation: { name: 'qr-code', card_layout: 'standard', data: [] },
  card_presentation: {
    show_avatar: true,
    avatar: { type: 'image', data: image },
    show_data: true,
    data_fields: ['firstName'],
    show_currency: true,
    currency: { stack_id: 'x', block_id: null, image, prefix: '', suffix: 'points' },
    show_buttons: false,
    buttons: [],
  },
  tiers: [
    {
      name: 'Gold',
      image,
      background: image,
      card_count: 5,
      color_modes: { card_number_color: { mode: 'dark', tint: '#ffffff' } },
    },
  ],
};

const values = [[], null, 'x', 5, [[]], [null], [{}], {}, '2016-12-31T23:59:60Z'];

/** `misshapen-bodies.spec.ts` tests campaigns and rewards. */
describe('a body of administration with another type in one place', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards');
  }, 90_000);

  afterAll(() => platform.stop());

  const send = (method: string, path: string, body: unknown): Promise<ApiAnswer> =>
    platform.api.send(method, path, { body: JSON.stringify(body) });

  async function requests(): Promise<[method: string, path: string, body: object][]> {
    const optin = { name: { en_GB: 'News' }, description: { en_GB: 'Mails' }, purpose: purpose() };
    const client = { name: 'Shop', scopes: ['users:read'], first_party: false, redirect_uris: ['https://a.example/x'] };
    const more = { activation_url: 'https://a.example/a', contact_email: 'ops@a.example' };
    const definition = { name: randomUUID(), ...design, users_per_card: 2, display_groups_of: 4 };
    const made = async (path: string, body: object) => ((await send('POST', path, body)).body as { id: string }).id;
    const issued = await send('POST', `${admin}/cards`, { identifiers: [randomUUID()] });
    const card = (issued.body as IssuedCards).cards[0]?.id ?? '';
    return [
      ['POST', `${admin}/optins`, optin],
      ['PUT', `${admin}/optins/${await made(`${admin}/optins`, optin)}`, optin],
      ['POST', `${admin}/clients`, { ...client, ...more }],
      ['PATCH', `${admin}/clients/${await made(`${admin}/clients`, client)}`, { ...client, ...more }],
      [
        'PUT',
        `${admin}/providers/some`,
        { issuer: 'https://p.example', client_ids: ['a'], jwks_uri: 'https://p.example/k' },
      ],
      ['POST', `${admin}/card-definitions`, definition],
      ['PUT', `${admin}/card-definitions/${await made(`${admin}/card-definitions`, definition)}`, definition],
      ['PATCH', `${admin}/cards/${card}`, { state: 'active', expiration: '2099-01-01T00:00:00Z' }],
      ['POST', `${admin}/cards/${card}:transfer`, { identifier: randomUUID() }],
    ];
  }
  const purpose = () => ({ name: 'marketing', can_be_updated: true, required: false });

  it('is never answered with 5xx, and a list is not accepted as an object', async () => {
    const failed: unknown[] = [];
    for (const [method, path, body] of await requests()) {
      const places = placesOf(body);
      const objects = new Set(places.filter((place) => isObjectAt(body, place)).map((place) => place.join('/')));
      const tryAt = async (place: (typeof places)[number]): Promise<void> => {
        const at = place.join('/');
        for (const value of values) {
          const unlike = withValueAt(body, place, value);
          const answer = await send(method, path, 'name' in body && at !== 'name' ? withFreshName(unlike) : unlike);
          const wrong = answer.status >= 500 || (Array.isArray(value) && objects.has(at) && answer.status !== 400);
          if (wrong) failed.push([method, path, at, value, answer.text]);
        }
      };
      for (const place of places) await tryAt(place);
    }
    expect(failed).toEqual([]);
  }, 240_000);

  it('is refused with the pointer to the list', async () => {
    const optin = { name: { en_GB: 'News' }, description: { en_GB: 'Mails' }, purpose: [] };
    expect(await send('POST', `${admin}/optins`, optin)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/purpose', code: 'is-object' }] },
    });
    const nested = { name: 'x', tiers: [{ name: 'Gold', image: [] }, []] };
    expect(await send('POST', `${admin}/card-definitions`, nested)).toMatchObject({
      status: 400,
      body: { errors: expect.arrayContaining([expect.objectContaining({ pointer: '#/tiers/0/image' })]) },
    });
    expect((await send('POST', `${admin}/card-definitions`, nested)).text).toContain('#/tiers/1');
  });
});

/** Card definitions need different names. */
function withFreshName(body: unknown): unknown {
  const named = typeof body === 'object' && body !== null && !Array.isArray(body) && 'name' in body;
  return named && typeof body.name === 'string' ? { ...body, name: randomUUID() } : body;
}

function isObjectAt(document: unknown, place: (string | number)[]): boolean {
  const value = place.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], document);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

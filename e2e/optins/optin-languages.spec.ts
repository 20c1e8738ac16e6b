import type { OptinDefinition } from '@ces/contracts/cards/optins';
import { exportOf } from '@ces/contracts/identity/erasure';
import type { ApiAnswer } from '@ces/testing/api-client';
import { Platform } from '../platform/platform.js';
import { begun, type Begun } from '@ces/testing/registrations';

describe('a locale in which an opt-in has texts is known for that opt-in', () => {
  let platform: Platform;
  let who: Begun;
  let french: OptinDefinition;
  let english: OptinDefinition;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards');
    who = await begun(platform);
    french = await define({ en_GB: 'Newsletter', nl_NL: 'Nieuwsbrief', fr_FR: 'Lettre' });
  }, 60_000);

  afterAll(() => platform.stop());

  const path = '/api/1/user/optins';
  async function define(texts: object): Promise<OptinDefinition> {
    const purpose = { name: 'marketing', can_be_updated: true, required: false };
    const answer = await platform.api.post('/api/1/admin/optins', { name: texts, description: texts, purpose });
    expect(answer.status).toBe(201);
    return answer.body as OptinDefinition;
  }
  const language = (answer: ApiAnswer) => [
    answer.status,
    answer.headers.get('content-language'),
    ...(answer.body as { name: string; description: string }[]).flatMap(({ name, description }) => [name, description]),
  ];
  const registration = (query: string, headers = {}) =>
    platform.api.get(`${path}?auth_nonce=${who.auth_nonce}${query}`, { headers });

  it.each([
    ['&locale=fr_FR', {}, 'fr-FR', 'Lettre'],
    ['&locale=nl_NL', {}, 'nl-NL', 'Nieuwsbrief'],
    ['&locale=es_ES', {}, 'en-GB', 'Newsletter'],
    ['&locale=de_DE', {}, 'en-GB', 'Newsletter'],
    ['&locale=fr_FR', { 'Accept-Language': 'nl' }, 'fr-FR', 'Lettre'],
    ['', { 'Accept-Language': 'fr-FR' }, 'fr-FR', 'Lettre'],
    ['', { 'Accept-Language': 'es-ES,fr-FR;q=0.5,nl;q=0.4' }, 'fr-FR', 'Lettre'],
    ['', { 'Accept-Language': 'fr-FR;q=0.3,nl-BE;q=0.4' }, 'nl-NL', 'Nieuwsbrief'],
    ['', {}, 'en-GB', 'Newsletter'],
  ])('row 16 with %s and %j is in the language that it says', async (query, headers, said, text) => {
    expect(language(await registration(query, headers))).toEqual([200, said, text, text]);
  });

  it('rows 17 and 24 answer in French, and the consent is on record as given to the French text', async () => {
    const user = await platform.asUser(who.user_id, 'optins');
    const optins = [{ optin_id: french.id, optin: true }];
    expect(language(await user.put(`${path}/change?locale=fr_FR`, { optins }))).toEqual([
      200,
      'fr-FR',
      'Lettre',
      'Lettre',
    ]);
    expect(language(await user.get(`${path}?locale=fr_FR`))).toEqual([200, 'fr-FR', 'Lettre', 'Lettre']);
    const exported = await platform.messaging.bus.call(exportOf('cards'), { user_id: who.user_id });
    expect((exported as { consents: object[] }).consents).toMatchObject([{ locale: 'fr_FR', opted_in: true }]);
  });

  it.each(['fr', 'FR_fr', 'fr_FR_x', 'fr-FR', 'constructor', ''])('the malformed locale %j is 400', async (locale) => {
    const malformed = { status: 400, body: { code: 'parameter-invalid', errors: [{ pointer: 'locale' }] } };
    expect(await registration(`&locale=${locale}`)).toMatchObject(malformed);
  });

  it('a list whose opt-ins differ names the requested locale if one of them has it', async () => {
    english = await define({ en_GB: 'Terms' });
    expect(language(await registration('&locale=fr_FR'))).toEqual([200, 'fr-FR', 'Terms', 'Terms', 'Lettre', 'Lettre']);
    expect(language(await registration('&locale=fr_FR&limit=1'))).toEqual([200, 'en-GB', 'Terms', 'Terms']);
    for (const { id } of [french, english]) await platform.api.send('DELETE', `/api/1/admin/optins/${id}`);
    expect(language(await registration('&locale=nl_NL'))).toEqual([200, 'nl-NL']);
  });
});

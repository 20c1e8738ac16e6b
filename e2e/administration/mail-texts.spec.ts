import type { MailPreview, MailText } from '@ces/contracts/identity/mails/mail-texts';
import { problem } from '../platform/event-world.js';
import { Platform } from '../platform/platform.js';

describe('texts of mails, over HTTP', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  const texts = '/api/1/admin/mail-texts';
  const warning = `${texts}/webhook-disabled/de_DE`;
  const words = { subject: 'Achtung', greeting: 'Hallo', lines: ['Ein Webhook steht still.'], ending: [] };

  it('are read, changed, tried out and brought back', async () => {
    const all = (await platform.api.get(texts)).body as MailText[];
    expect(new Set(all.map(({ kind, language }) => `${kind} ${language}`)).size).toBe(18);
    const ours = all.find(({ kind, language }) => kind === 'webhook-disabled' && language === 'de_DE');
    expect(await platform.api.get(warning)).toMatchObject({ status: 200, body: { ...ours, changed: false } });
    const preview = await platform.api.post(`${warning}:preview`, { subject: 'Probe' });
    expect((preview.body as MailPreview).html).toContain('<title>Probe</title>');
    expect((await platform.api.post(`${warning}:preview`)).body).toMatchObject({ subject: ours?.subject });
    expect(await platform.api.put(warning, words)).toMatchObject({ status: 200, body: { ...words, changed: true } });
    expect((await platform.api.get(warning)).body).toMatchObject(words);
    expect((await platform.api.send('DELETE', warning)).body).toEqual(ours);
  });

  it.each([
    [{ ...words, subject: 'Two\r\nBcc: other@example.com' }, '#/subject'],
    [{ ...words, lines: [] }, '#/lines'],
    [{ ...words, button: 'Press' }, '#/button'],
    [{ ...words, colour: 'red' }, '#/colour'],
  ])('refuse %j', async (body, pointer) => {
    expect((await platform.api.put(warning, body)).body).toMatchObject({ status: 400, errors: [{ pointer }] });
  });

  it('are found by kind and language only, and need admin', async () => {
    const missing = { status: 404, code: 'mail-text-not-found' };
    for (const path of ['farewell/de_DE', 'closed/fr_FR'])
      expect(problem(await platform.api.get(`${texts}/${path}`))).toEqual(missing);
    const reader = await platform.api.as(platform.credentials, 'admin:read');
    expect([(await reader.get(texts)).status, (await reader.put(warning, words)).status]).toEqual([200, 403]);
  });
});

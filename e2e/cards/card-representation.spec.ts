import type { IssuedCards } from '@ces/contracts/cards/card-administration';
import type { RepresentationName } from '@ces/contracts/cards/card-design';
import type { Card } from '@ces/contracts/cards/cards';
import type { ApiClient } from '@ces/testing/api-client';
import { Platform } from '../platform/platform.js';
import { begun } from '@ces/testing/registrations';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

describe('the representation of a card', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards');
    const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
    prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } });
  }, 60_000);

  afterAll(() => platform.stop());

  const cardShownAs = async (name: RepresentationName): Promise<{ card: Card; user: ApiClient }> => {
    const definition = randomUUID();
    await platform.api.post('/api/1/admin/card-definitions', { name: definition, representation: { name } });
    const issued = await platform.api.post('/api/1/admin/cards', {
      definition,
      identifiers: [`No. ${randomUUID().slice(0, 8)}/A+b`],
    });
    const { user_id, auth_nonce } = await begun(platform);
    const identifier = (issued.body as IssuedCards).cards[0]?.identifier;
    const added = await platform.api.post('/api/1/card/add', { auth_nonce, identifier });
    return { card: added.body as Card, user: await platform.asUser(user_id, 'cards') };
  };
  const load = async (user: ApiClient, card: Card, format: 'svg' | 'png') => {
    const answer = await fetch(`${platform.url}/api/1/card/${card.id}/representation.${format}`, {
      headers: { Authorization: `Bearer ${user.bearer}` },
    });
    return { status: answer.status, type: answer.headers.get('content-type'), bytes: await answer.arrayBuffer() };
  };

  it.each([
    ['qr-code', 'QRCode'],
    ['pdf417', 'PDF417'],
    ['aztec', 'Aztec'],
    ['code128', 'Code128'],
  ] as const)('%s is read back as its number by an independent reader', async (name, symbology) => {
    const { card, user } = await cardShownAs(name);
    const png = await load(user, card, 'png');
    expect(png).toMatchObject({ status: 200, type: 'image/png' });
    const [read] = await readBarcodes(new Uint8Array(png.bytes));
    expect(read).toMatchObject({ symbology, text: card.identifier, isValid: true });
    const svg = await load(user, card, 'svg');
    expect(svg).toMatchObject({ status: 200, type: expect.stringContaining('image/svg+xml') });
    expect(Buffer.from(svg.bytes).toString()).toMatch(/^<svg[^>]+viewBox/);
  });

  it('shows the number of now after a transfer', async () => {
    const { card, user } = await cardShownAs('qr-code');
    const identifier = randomUUID();
    await platform.api.post(`/api/1/admin/cards/${card.id}:transfer`, { identifier });
    const [read] = await readBarcodes(new Uint8Array((await load(user, card, 'png')).bytes));
    expect(read?.text).toBe(identifier);
  });

  it('is missing where the definition says none, and needs a user token', async () => {
    const { card, user } = await cardShownAs('none');
    expect(await user.get(`/api/1/card/${card.id}/representation.svg`)).toMatchObject({
      status: 404,
      body: { code: 'card-representation-none' },
    });
    expect((await platform.api.get(`/api/1/card/${card.id}/representation.svg`)).status).toBe(403);
  });
});

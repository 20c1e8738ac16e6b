import type { RepresentationName } from '@ces/contracts/cards/card-design';
import { cardRepresentation, type Card } from '@ces/contracts/cards/cards';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { CardsWorld, refusalOf, type Registrant } from '../../test/cards-world.js';

describe('the representation of a card', () => {
  let world: CardsWorld;

  beforeAll(async () => {
    world = await CardsWorld.start();
    const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
    prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } });
  });

  afterAll(() => world.stop());

  const cardShownAs = async (name: RepresentationName) => {
    const definition = await world.define({ representation: { name } });
    return world.withCard({
      definition: definition.id,
      identifiers: [`No. ${randomUUID().slice(0, 8)}/A+b`],
    });
  };
  const draw = async ({ user_id }: Registrant, { id: card_id }: Card, format: 'svg' | 'png') =>
    (await world.bus.call(cardRepresentation, { user_id, card_id, format })).content;
  const read = async (png: string) => (await readBarcodes(Buffer.from(png, 'base64')))[0];

  it.each([
    ['qr-code', 'QRCode'],
    ['pdf417', 'PDF417'],
    ['aztec', 'Aztec'],
    ['code128', 'Code128'],
  ] as const)('%s is read back as its number by an independent reader', async (name, symbology) => {
    const { who, card } = await cardShownAs(name);
    expect(await read(await draw(who, card, 'png'))).toMatchObject({ symbology, text: card.identifier, isValid: true });
    expect(await draw(who, card, 'svg')).toMatch(/^<svg[^>]+viewBox/);
  });

  it('shows the current number after a transfer', async () => {
    const { who, card } = await cardShownAs('qr-code');
    const identifier = randomUUID();
    await world.transfer(card.id, identifier);
    expect((await read(await draw(who, card, 'png')))?.text).toBe(identifier);
  });

  it('is missing where the definition says none', async () => {
    const { who, card } = await cardShownAs('none');
    expect(await refusalOf(draw(who, card, 'svg'))).toEqual([404, 'card-representation-none']);
  });
});

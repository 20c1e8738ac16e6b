import type { OptinDefinition, OptinsShown } from '@ces/contracts/cards/optins';
import { CardsWorld, type Registrant } from '../../test/cards-world.js';
import { OptinsWorld } from '../../test/optins-world.js';

describe('the language of opt-ins', () => {
  let world: CardsWorld;
  let optins: OptinsWorld;
  let who: Registrant;
  let french: OptinDefinition;

  beforeAll(async () => {
    world = await CardsWorld.start();
    optins = new OptinsWorld(world);
    who = world.begin();
    french = await define({ en_GB: 'Newsletter', nl_NL: 'Nieuwsbrief', fr_FR: 'Lettre' });
  });

  afterAll(() => world.stop());

  function define(texts: object): Promise<OptinDefinition> {
    const purpose = { name: 'marketing', can_be_updated: true, required: false };
    return optins.create({ name: texts, description: texts, purpose });
  }
  const language = ({ items, locale }: OptinsShown) => [
    locale,
    ...items.flatMap(({ name, description }) => [name, description]),
  ];
  /** `locale` is a language of the whole service. The gateway sends it beside the languages asked for. */
  const registration = async (locales: string[], more: object = {}) => {
    const locale = locales.find((each) => ['en_GB', 'nl_NL', 'de_DE'].includes(each)) ?? 'en_GB';
    return language(await optins.shown(who, 'nonce', { locale, locales, ...more }));
  };

  it.each([
    [['fr_FR'], 'fr_FR', 'Lettre'],
    [['nl_NL'], 'nl_NL', 'Nieuwsbrief'],
    [['es_ES'], 'en_GB', 'Newsletter'],
    [['de_DE'], 'en_GB', 'Newsletter'],
    [['es_ES', 'fr_FR', 'nl_NL'], 'fr_FR', 'Lettre'],
    [['nl_NL', 'fr_FR'], 'nl_NL', 'Nieuwsbrief'],
    [[], 'en_GB', 'Newsletter'],
  ])('is the best of those asked for, %j, that the opt-in has texts in', async (locales, said, text) => {
    expect(await registration(locales)).toEqual([said, text, text]);
  });

  it('is French in rows 17 and 24, and the consent is on record as given to the French text', async () => {
    const wished = { locales: ['fr_FR'] };
    const answers = [{ optin_id: french.id, optin: true }];
    expect(language(await optins.change(who, 'token', answers, wished))).toEqual(['fr_FR', 'Lettre', 'Lettre']);
    expect(language(await optins.shown(who, 'token', wished))).toEqual(['fr_FR', 'Lettre', 'Lettre']);
    expect(await optins.exportedConsents(who)).toMatchObject([{ locale: 'fr_FR', opted_in: true }]);
  });

  it('of a list whose opt-ins differ is the requested one if one of them has it', async () => {
    const english = await define({ en_GB: 'Terms' });
    expect(await registration(['fr_FR'])).toEqual(['fr_FR', 'Terms', 'Terms', 'Lettre', 'Lettre']);
    expect(await registration(['fr_FR'], { limit: 1 })).toEqual(['en_GB', 'Terms', 'Terms']);
    for (const { id } of [french, english]) await optins.retire(id);
    expect(await registration(['nl_NL'])).toEqual(['nl_NL']);
  });
});

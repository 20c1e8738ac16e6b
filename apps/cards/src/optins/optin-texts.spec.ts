import { Problem } from '@ces/contracts/problems';
import { localeIn, textIn, validateOptin } from './optin-texts.js';

const texts = { en_GB: 'Yes', nl_NL: 'Ja', fr_FR: 'Oui' };
const purpose = { name: 'marketing', can_be_updated: true, required: false };

function faultsOf(more: object): string[] {
  try {
    validateOptin({ name: texts, description: texts, purpose, ...more });
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return ['refused', ...(error.extras.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`)];
  }
}

describe('the text of an opt-in', () => {
  it.each([
    [['nl_NL'], 'Ja'],
    [['es_ES', 'fr_FR', 'nl_NL'], 'Oui'],
    [['es_ES'], 'Yes'],
    [[], 'Yes'],
    [['constructor', 'toString'], 'Yes'],
  ])('for the languages %j is %s', (locales, text) => {
    expect(textIn(texts, locales)).toBe(text);
  });

  it('is empty where there is not even an English one', () => {
    expect(textIn({ nl_NL: 'Ja' }, ['fr_FR'])).toBe('');
  });

  it('is in the first wished language that its name or its description has', () => {
    const name = { en_GB: 'Yes' };
    const description = { en_GB: 'About', nl_NL: 'Over' };
    expect(localeIn([name, description], ['fr_FR', 'nl_NL', 'en_GB'])).toBe('nl_NL');
    expect(localeIn([name, description], ['fr_FR', 'toString'])).toBeUndefined();
  });
});

describe('an opt-in that is defined', () => {
  it.each([
    [{}],
    [{ name: { en_GB: 'Yes', yue_HK: '係' } }],
    [{ purpose: { ...purpose, required: true } }],
    [{ purpose: { ...purpose, required: true }, at_registration: true }],
    [{ at_registration: false }],
  ])('may have %j', (more) => {
    expect(faultsOf(more)).toEqual([]);
  });

  it('may have a name of 200 characters and a description of 5,000, and not one more', () => {
    const long = (name: number, description: number) =>
      faultsOf({ name: { en_GB: 'x'.repeat(name) }, description: { en_GB: 'x'.repeat(description) } });
    expect(long(200, 5_000)).toEqual([]);
    expect(long(201, 5_001)).toEqual(['refused', '#/name/en_GB text', '#/description/en_GB text']);
  });

  it.each([
    [{ name: {} }, ['#/name/en_GB required']],
    [{ description: { nl_NL: 'Ja' } }, ['#/description/en_GB required']],
    [{ name: { en_GB: ' \t' } }, ['#/name/en_GB text']],
    [{ name: { en_GB: 'nul \0' } }, ['#/name/en_GB text']],
    [{ name: { en_GB: 'half \ud800' } }, ['#/name/en_GB text']],
    [{ name: { en_GB: 5 } }, ['#/name/en_GB text']],
    [{ name: { en_GB: 'Yes', 'nl-NL': 'Ja' } }, ['#/name/nl-NL locale']],
    [{ name: { en_GB: 'Yes', nl_nl: 'Ja', 'a/b~': '' } }, ['#/name/nl_nl locale', '#/name/a~1b~0 locale']],
    [{ name: { en_GB: 'Yes', nl_NL: '' }, description: {} }, ['#/name/nl_NL text', '#/description/en_GB required']],
    [{ purpose: { ...purpose, required: true }, at_registration: false }, ['#/at_registration required']],
  ])('may not have %j', (more, faults) => {
    expect(faultsOf(more)).toEqual(['refused', ...faults]);
  });
});

import { security as securityInGerman } from './de/security.js';
import { settings as settingsInGerman } from './de/settings.js';
import { dutch } from './dutch.js';
import { security as securityInEnglish } from './en/security.js';
import { settings as settingsInEnglish } from './en/settings.js';
import { english } from './english.js';
import { german } from './german.js';
import { security as securityInDutch } from './nl/security.js';
import { settings as settingsInDutch } from './nl/settings.js';

type Leaf = string | ((...values: never[]) => string);
type Tree = { [name: string]: Leaf | Tree };

/** Each text with its path. A function is called with marks, so that a lost value shows. */
function textsOf(tree: Tree, path = ''): Map<string, string> {
  const found = Object.entries(tree).flatMap(([name, value]): [string, string][] => {
    const here = `${path}.${name}`;
    if (typeof value === 'string') return [[here, value]];
    if (typeof value === 'function')
      return [[here, value(...(['«1»', '«2»', '«3»'].slice(0, value.length) as never[]))]];
    return [...textsOf(value, here)];
  });
  return new Map(found);
}

describe.each([
  ['Dutch', { ...dutch, settings: settingsInDutch, security: securityInDutch }],
  ['German', { ...german, settings: settingsInGerman, security: securityInGerman }],
])('the words in %s', (_language, words) => {
  const own = textsOf(words);
  const first = textsOf({ ...english, settings: settingsInEnglish, security: securityInEnglish });

  it('are complete, and have no others', () => {
    expect([...own.keys()].sort()).toEqual([...first.keys()].sort());
  });

  it('are never empty, and use each value that the English text uses', () => {
    for (const [path, text] of own) {
      expect([path, text.trim()]).not.toEqual([path, '']);
      const marks = (some = ''): string[] => (some.match(/«\d»/g) ?? []).sort();
      expect([path, marks(text)]).toEqual([path, marks(first.get(path))]);
    }
  });

  it('are another language: few texts are as in English', () => {
    const same = [...own].filter(([path, text]) => text === first.get(path));
    expect(same.length / own.size).toBeLessThan(0.2);
  });
});

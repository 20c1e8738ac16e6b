import { locales, type Locale } from '@ces/contracts/locale';
import { LRUCache } from 'lru-cache';

const read = new LRUCache<string, Locale>({ max: 1_000 });

/** The default if the header names none of our locales. */
export function localeFromHeader(header: string | undefined): Locale {
  if (header === undefined) return locales[0];
  const known = read.get(header);
  if (known) return known;
  const locale = bestOf(header);
  if (header.length < 200) read.set(header, locale);
  return locale;
}

function bestOf(header: string): Locale {
  return firstKnown(tagsOf(header)) ?? locales[0];
}

/** Best first. For texts of clients, which may exist in more languages than ours. */
export function localesInHeader(header: string | undefined): string[] {
  const wished = tagsOf(header ?? '').flatMap((tag) => {
    const [language = '', region] = tag.split('-');
    const ours = firstKnown([tag]);
    return [...(region === undefined ? [] : [`${language}_${region.toUpperCase()}`]), ...(ours ? [ours] : [])];
  });
  return [...new Set(wished)].slice(0, 20);
}

/** Language tags (BCP 47, lower case), best first. */
function tagsOf(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const q = parameters.map((p) => /^\s*q=([\d.]+)$/.exec(p)?.[1]).find((value) => value !== undefined);
      return { tag: tag.toLowerCase(), q: q === undefined ? 1 : Number(q) };
    })
    .filter((wish) => wish.q > 0)
    .sort((a, b) => b.q - a.q)
    .map(({ tag }) => tag);
}

/** The first of these language tags (BCP 47, lower case) that is one of our languages, in any region. */
export function firstKnown(tags: string[]): Locale | undefined {
  for (const tag of tags) {
    const exact = locales.find((each) => each.toLowerCase().replace('_', '-') === tag);
    const language = locales.find((each) => each.slice(0, 2) === tag.split('-')[0]);
    if (exact ?? language) return exact ?? language;
  }
  return undefined;
}

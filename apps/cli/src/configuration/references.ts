import { textOf, type Installation } from './installation.ts';
import type { Json, KindName, Present } from './kinds.ts';

/** A name that stands for nothing there yet. */
interface Missing {
  kind: KindName | 'segments';
  name: string;
}

export interface Translated {
  content: Json;
  missing: Missing[];
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Only campaigns refer to other objects. Files name them by key, the API by id. An id in a file stays as it is. */
export async function toIds(content: Json, installation: Installation): Promise<Translated> {
  const missing: Missing[] = [];
  const find = async (kind: KindName, given: unknown): Promise<Present | undefined> => {
    const name = textOf(given);
    const found = await installation.find(kind, name);
    if (found === undefined) missing.push({ kind, name });
    return found;
  };
  const segment = async (name: string): Promise<string> => {
    if (uuid.test(name)) return name;
    const found = (await installation.segments()).find((each) => each.name === name);
    if (found === undefined) missing.push({ kind: 'segments', name });
    return found?.id ?? name;
  };
  const optin = async (name: string): Promise<string> =>
    uuid.test(name) ? name : ((await find('optins', name))?.id ?? name);
  const tier = async (name: string): Promise<string> => {
    const [definition = '', title] = name.split('/');
    if (title === undefined) return name;
    const tiers = listOf((await find('card-definitions', definition))?.['tiers']);
    return textOf(tiers.find((each) => each['name'] === title)?.['card_tier_id']) || name;
  };
  const effect = async ({ coupon, stack, block, survey, ...rest }: Json): Promise<Json> => {
    const inStack = stack === undefined ? undefined : await find('stacks', stack);
    const inBlock = listOf(inStack?.['blocks']).find((each) => each['name'] === block);
    return {
      ...rest,
      ...(coupon === undefined ? {} : { coupon_id: (await find('coupons', coupon))?.id }),
      ...(stack === undefined ? {} : { stack_id: inStack?.id }),
      ...(block === undefined ? {} : { block_id: inBlock?.['id'] ?? block }),
      ...(survey === undefined ? {} : { survey_id: (await find('surveys', survey))?.id }),
    };
  };
  const { audience, effects, trigger, ...rest } = content;
  const translated: Json = { ...rest };
  if (trigger !== undefined) translated['trigger'] = await triggerOf(trigger as Json, segment);
  if (audience !== undefined) {
    translated['audience'] = await audienceOf(audience as Json | null, {
      segments: segment,
      optins: optin,
      tiers: tier,
    });
  }
  if (effects !== undefined) translated['effects'] = await Promise.all(listOf(effects).map(effect));
  return { content: translated, missing };
}

/** The way back, for `ces pull`. Ids whose objects have no key stay ids. */
export async function toNames(content: Json, installation: Installation, keyOf: KeyOf): Promise<Json> {
  const segment = async (id: string): Promise<string> =>
    (await installation.segments()).find((each) => each.id === id)?.name ?? id;
  const optin = async (id: string): Promise<string> => (await keyOf('optins', id)) ?? id;
  const tier = async (id: string): Promise<string> => {
    for (const definition of await installation.all('card-definitions')) {
      const found = listOf(definition['tiers']).find((each) => each['card_tier_id'] === id);
      const key = await keyOf('card-definitions', definition.id);
      if (found !== undefined && key !== undefined) return `${key}/${textOf(found['name'])}`;
    }
    return id;
  };
  const effect = async (given: Json): Promise<Json> => {
    const named: Json = { ...given };
    for (const [field, kind] of [
      ['coupon', 'coupons'],
      ['stack', 'stacks'],
      ['survey', 'surveys'],
    ] as const) {
      const key = await keyOf(kind, textOf(given[`${field}_id`]));
      if (key === undefined) continue;
      Reflect.deleteProperty(named, `${field}_id`);
      named[field] = key;
    }
    return named;
  };
  const { audience, effects, trigger, ...rest } = content;
  return {
    ...rest,
    ...(trigger === undefined ? {} : { trigger: await triggerOf(trigger as Json, segment) }),
    ...(audience === undefined || audience === null
      ? {}
      : { audience: await audienceOf(audience as Json, { segments: segment, optins: optin, tiers: tier }) }),
    ...(effects === undefined ? {} : { effects: await Promise.all(listOf(effects).map(effect)) }),
  };
}

export type KeyOf = (kind: KindName, id: string) => Promise<string | undefined>;

interface Translators {
  segments: (name: string) => Promise<string>;
  optins: (name: string) => Promise<string>;
  tiers: (name: string) => Promise<string>;
}

async function audienceOf(audience: Json | null, by: Translators): Promise<Json | null> {
  if (audience === null) return null;
  const fields = [
    ['include_segments', by.segments],
    ['exclude_segments', by.segments],
    ['require_optins', by.optins],
    ['card_tiers', by.tiers],
  ] as const;
  const translated: Json = { ...audience };
  for (const [field, translate] of fields) {
    const given = audience[field];
    if (Array.isArray(given)) translated[field] = await Promise.all(given.map((each) => translate(textOf(each))));
  }
  return translated;
}

async function triggerOf(trigger: Json, segment: (name: string) => Promise<string>): Promise<Json> {
  const { segment_id } = trigger;
  return typeof segment_id !== 'string' ? trigger : { ...trigger, segment_id: await segment(segment_id) };
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}

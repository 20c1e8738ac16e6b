import fc from 'fast-check';
import { itemTexts, rawData } from './raw-data.js';

describe('rawData', () => {
  it('returns the data of each item as it was written', () => {
    const text =
      '[ {"data" : {"a":1.0, "b":12345678901234567890} ,"x":"}\\"data\\":1"}, {"x":[{"data":0}]} ,{"d\\u0061ta":{}}]';
    expect(rawData(text)).toEqual(['{"a":1.0, "b":12345678901234567890}', undefined, '{}']);
  });

  it('agrees with the parser on every list of objects', () => {
    const item = fc.record(
      { data: fc.jsonValue(), other: fc.jsonValue(), 'da"ta': fc.jsonValue() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(item), fc.constantFrom(undefined, 2), (items, indent) => {
        const raw = rawData(JSON.stringify(items, undefined, indent));
        const parsed = items.map((each) =>
          'data' in each ? (JSON.parse(JSON.stringify(each.data)) as unknown) : undefined,
        );
        expect(raw.map((each) => (each === undefined ? undefined : (JSON.parse(each) as unknown)))).toEqual(parsed);
      }),
    );
  });
});

describe('itemTexts', () => {
  it('returns each item as it was written', () => {
    const items = ['{"a":"}]\\"{","b":[[1.0],{}]}', '{}', '{ "c" : {"d":[ ]} }'];
    expect(itemTexts(` [ ${items.join(' , ')} ] `)).toEqual(items);
    expect(itemTexts('[]')).toEqual([]);
  });
});

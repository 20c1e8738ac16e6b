import type { Problem } from '../problems.js';
import { refuseUnstorable } from './unstorable.js';

const pointersOf = (value: unknown, prefix?: string): string[] => {
  try {
    refuseUnstorable(value, prefix);
    return [];
  } catch (error) {
    return ((error as Problem).extras.errors ?? []).map(({ pointer }) => pointer);
  }
};

describe('text that PostgreSQL cannot store', () => {
  it.each(['\0', 'a\0b', '\ud800', '\udc00', 'a\udc00\ud800b'])('is %j', (text) => {
    expect(pointersOf(text)).toEqual(['#']);
  });

  it.each([['\ud83d\ude00'], [''], ['\u0001\ufffd\u2028'], [7], [null], [true], [undefined], [{}], [[]]])(
    'is not %j',
    (value) => {
      expect(pointersOf(value)).toEqual([]);
    },
  );

  it('is found at every depth, in values and in names, in one refusal', () => {
    const value = { fine: 'x', list: ['y', '\0', { deep: '\ud800' }], 'na\0me': 'z', 'a/b~c': '\0' };
    expect(pointersOf(value)).toEqual(['#/list/1', '#/list/2/deep', '#/na%00me', '#/a~1b~0c']);
  });

  it('is named by a pointer that is well-formed text itself', () => {
    expect(pointersOf({ 'a\ud800': { inner: '\0' } })).toEqual(['#/a%EF%BF%BD']);
  });

  it('is named below the place of the value', () => {
    expect(pointersOf({ user_id: '\0' }, '#/7')).toEqual(['#/7/user_id']);
  });

  it('is a fault of the request', () => {
    expect(() => {
      refuseUnstorable('\0');
    }).toThrow(
      expect.objectContaining({
        code: 'validation-failed',
        extras: { errors: [{ pointer: '#', code: 'text', detail: 'must be well-formed text without NUL' }] },
      }) as Error,
    );
  });
});

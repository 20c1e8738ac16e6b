import { inCall, type CallContext } from '@ces/messaging/calls/call-context';
import { fieldsIgnored, noteIgnored } from './ignored-fields.js';

describe('ignored fields', () => {
  it('are those of the body that the validated object lacks, at any depth', () => {
    const given = { name: 'x', colour: 'red', list: [{ id: 1, more: 2 }, { id: 3 }] };
    const checked = { name: 'x', list: [{ id: 1 }, { id: 3 }] };
    expect(fieldsIgnored(given, checked)).toEqual([['colour'], ['list', '0', 'more']]);
  });

  const named = (paths: string[][]) => {
    const call: CallContext = { requestId: 'r' };
    inCall(call, () => {
      noteIgnored(paths);
    });
    return call.ignored;
  };

  it('are named as escaped JSON pointers', () => {
    expect(named([['a/b'], ['list', '0', 'ü']])).toEqual(['a~1b', 'list/0/%C3%BC']);
  });

  it('are named up to twenty, each with up to a hundred characters', () => {
    const paths = Array.from({ length: 30 }, (_, n) => [`${n}${'x'.repeat(200)}`]);
    const names = named(paths) ?? [];
    expect([names.length, Math.max(...names.map(({ length }) => length))]).toEqual([20, 100]);
  });

  it('do not change the answer when there are none', () => {
    expect(named([])).toBeUndefined();
  });
});

import { Frames } from './follow.js';

describe('server-sent events', () => {
  it('are whole, wherever the parts of the stream end', () => {
    const text =
      'retry: 1000\n\nid: 1.2\nevent: accepted\ndata: {"a":\ndata: 1}\n\n: still there\n\nid: 1.3\ndata: x\n\nid: 1.4\nda';
    const frames = new Frames();
    const found = Array.from(text, (letter) => frames.add(letter)).flat();
    expect(found).toEqual([
      { id: '1.2', event: 'accepted', data: '{"a":\n1}' },
      { id: '1.3', event: 'message', data: 'x' },
    ]);
    expect(frames.add('ta: y\n\n')).toEqual([{ id: '1.4', event: 'message', data: 'y' }]);
  });
});

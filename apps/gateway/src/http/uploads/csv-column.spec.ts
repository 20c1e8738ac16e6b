import { CsvColumn } from './csv-column.js';

describe('a CSV file of one column', () => {
  const read = (bytes: Buffer, size: number) => {
    const column = new CsvColumn();
    const runs = [];
    for (let at = 0; at < bytes.length; at += size) runs.push(...column.push(bytes.subarray(at, at + size)));
    runs.push(...column.end());
    return {
      entries: runs.flatMap(({ line, text }) => text.split('\n').map((value, place) => `${line + place} ${value}`)),
      faults: column.faults.map((f) => `${f.detail.split(':', 1)[0] ?? ''} ${f.code}`),
    };
  };

  it.each([
    ['a\nb\n', ['1 a', '2 b']],
    ['a\r\nb', ['1 a', '2 b']],
    ['\ufeffa\n\n  \n b \n', ['1 a', '4 b']],
    ['"a,b"\n"c""d"\n', ['1 a,b', '2 c"d']],
    [' "a" \n', ['1 a']],
    ['"  a b "\n "\tc" ', ['1   a b ', '2 \tc']],
    ['""\n"  "', ['2   ']],
    ['ünï\n€😀', ['1 ünï', '2 €😀']],
    ['a\nb\n\nc\r\nd', ['1 a', '2 b', '4 c', '5 d']],
    [`${'😀'.repeat(255)}\na`, [`1 ${'😀'.repeat(255)}`, '2 a']],
  ])('reads %j in chunks of any size', (text, entries) => {
    for (const size of [1, 2, 3, 7, 1_000]) expect(read(Buffer.from(text), size)).toEqual({ entries, faults: [] });
  });

  it.each([
    ['a,b\nc', ['2 c'], ['line 1 column']],
    ['"a","b"\n"c"d\nc', ['3 c'], ['line 1 column', 'line 2 column']],
    ['a\n"b\nc', ['1 a', '3 c'], ['line 2 line-break']],
    ['"a\nb"\nc', ['3 c'], ['line 1 line-break', 'line 2 column']],
    ['"a\r\nb"\nc', ['3 c'], ['line 1 line-break', 'line 2 column']],
    ['a\rb\n"c\rd"\ne', ['3 e'], ['line 1 line-break', 'line 2 line-break']],
    ['a\0b', [], ['line 1 nul']],
    [`a\n${'x'.repeat(256)}\nb`, ['1 a', '3 b'], ['line 2 too-long']],
    ['', [], ['line 1 empty']],
    ['\n\r\n', [], ['line 1 empty']],
    ['""\n ""', [], ['line 1 empty']],
  ])('names the faults of %j by their line', (text, entries, faults) => {
    for (const size of [1, 3, 1_000]) expect(read(Buffer.from(text), size)).toEqual({ entries, faults });
  });

  it('finds the line that is not UTF-8, and keeps no endless line', () => {
    const bytes = Buffer.concat([Buffer.from('a\n'), Buffer.from([0xff, 0x0a]), Buffer.from('b\n')]);
    for (const size of [1, 2, 1_000])
      expect(read(bytes, size)).toEqual({ entries: ['1 a', '3 b'], faults: ['line 2 utf-8'] });
    expect(read(Buffer.from(`${'x'.repeat(1_000_000)}\nb`), 64_000)).toEqual({
      entries: ['2 b'],
      faults: ['line 1 too-long'],
    });
  });

  it('names at most a hundred faults', () => {
    expect(read(Buffer.from('a,b\n'.repeat(500)), 1_000).faults).toHaveLength(100);
  });
});

import { csvOf } from './csv.js';

describe('an exported table', () => {
  it('quotes what would break a line or a cell', () => {
    const rows = [{ who: 'a, "b"', what: 'x\ny', count: 2 }];
    expect(csvOf(['who', 'what', 'count'], rows)).toBe('who,what,count\r\n"a, ""b""","x\ny",2\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'])(
    'lets no table program compute %j',
    (text) => {
      const [, line = ''] = csvOf(['who'], [{ who: text }]).split(/\r\n(?=['"])/);
      expect(line.replace(/^"/, '')[0]).toBe("'");
    },
  );

  it('keeps numbers, also negative ones, and empty cells', () => {
    expect(csvOf(['a', 'b'], [{ a: -5, b: null }])).toBe('a,b\r\n-5,\r\n');
  });
});

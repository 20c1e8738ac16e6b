import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { History, type Strike } from './history.js';

describe('the history', () => {
  const folder = mkdtempSync(join(tmpdir(), 'history-'));
  const path = join(folder, 'history.jsonl');
  const strike: Strike = { kind: 'strike', fault: 'kill events-0', at: 1, until: 2 };
  let history: History;

  beforeAll(() => {
    history = new History(path);
    history.add(strike);
    history.close();
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('takes nothing after its end, and does not fail, because that would hide why the run ended', () => {
    history.add({ ...strike, fault: 'kill events-1' });
    expect(history.entries).toEqual([strike]);
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(strike)}\n`);
  });
});

import { HotStatements } from '@ces/service/database/sessions/hot-statements';
import { insertEvents } from './intake.store.js';

describe('the insert of events', () => {
  it('gets a name, so that it is not planned for each set of events', () => {
    const hot = new HotStatements();
    const names = Array.from({ length: 20 }, () => hot.nameOf(insertEvents));
    expect(names.at(-1)).toBe('hot 0');
  });
});

import type { AnsweredRow } from './consent.store.js';
import { toAnsweredOptin } from './to-answered-optin.js';

const row: AnsweredRow = {
  ...{ id: 'o', purpose: 'marketing', can_be_updated: true, required: false, text_version: 3, retired: false },
  ...{ name: { en_GB: 'News', nl_NL: 'Nieuws' }, description: { en_GB: 'About', fr_FR: 'De' }, updates: null },
};
const update = (opted_in: boolean, text_version: number, given_at = '2026-11-21T10:30:00.5+01:00') => ({
  ...{ opted_in, given_at, text_version },
  source: 'account',
});

describe('an opt-in with its answers', () => {
  it('that was never answered is not given', () => {
    expect(toAnsweredOptin(row, ['en_GB'])).toEqual({
      ...{ id: 'o', text_version: 3, retired: false, locale: 'en_GB', english_name: 'News', answered_version: null },
      optin: {
        ...{ id: 'o', name: 'News', description: 'About', updates: [], opted_in: false },
        purpose: { name: 'marketing', can_be_updated: true, required: false },
      },
    });
  });

  it('goes by the last answer, and by the text that it was given to', () => {
    const { optin, answered_version } = toAnsweredOptin({ ...row, updates: [update(false, 1), update(true, 2)] }, []);
    expect([optin.opted_in, answered_version]).toEqual([true, 2]);
    const withdrawn = toAnsweredOptin({ ...row, updates: [update(true, 1), update(false, 1)] }, []);
    expect([withdrawn.optin.opted_in, withdrawn.answered_version]).toEqual([false, 1]);
  });

  it('shows its answers in their order without the version of the text', () => {
    const { optin } = toAnsweredOptin({ ...row, updates: [update(true, 1), update(false, 2)] }, []);
    const updated = '2026-11-21T09:30:00.500Z';
    expect(optin.updates).toEqual([
      { opted_in: true, updated, source: 'account' },
      { opted_in: false, updated, source: 'account' },
    ]);
  });

  it('takes each text in its own best language, and tells facts in English', () => {
    const { optin, locale, english_name } = toAnsweredOptin(row, ['fr_FR', 'nl_NL']);
    expect([optin.name, optin.description, locale, english_name]).toEqual(['Nieuws', 'De', 'fr_FR', 'News']);
  });
});

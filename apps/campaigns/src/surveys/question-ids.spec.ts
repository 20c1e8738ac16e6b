import type { NewSurvey, Question } from '@ces/contracts/campaigns/surveys';
import { refusalOf } from '../../test/problem-of.js';
import { withIds } from './question-ids.js';

const yes = { id: 'yes', text: 'Yes' };
const no = { id: 'no', text: 'No' };
const known: Question[] = [
  { id: 'q1', text: 'Why?', answers: [yes, no] },
  { id: 'q2', text: 'Why?', answers: [{ id: 'so', text: 'So' }] },
];

const refused = (given: NewSurvey['questions']) => refusalOf(Promise.resolve().then(() => withIds(given, [])));
const invalid = (...pointers: string[]) => ({ status: 400, code: 'validation-failed', pointers });

describe('the questions of a survey', () => {
  it('get an id of their own, and so do their answers', () => {
    const [question] = withIds([{ text: 'Why?', answers: [{ text: 'Yes' }, { text: 'Yes' }] }], []);
    const ids = [question?.id, ...(question?.answers.map(({ id }) => id) ?? [])];
    expect(new Set(ids).size).toBe(3);
    expect(ids.every((id) => id !== undefined && id !== '')).toBe(true);
  });

  it('keep the ids that are sent along, also new ones', () => {
    expect(withIds([{ id: 'mine', text: 'New?', answers: [{ id: 'a', text: 'A' }] }], known)).toEqual([
      { id: 'mine', text: 'New?', answers: [{ id: 'a', text: 'A' }] },
    ]);
  });

  it('are recognised by their text where two are alike, in their order', () => {
    expect(
      withIds(
        [
          { text: 'Why?', answers: [{ text: 'Yes' }] },
          { text: 'Why?', answers: [{ text: 'So' }] },
        ],
        known,
      ),
    ).toEqual([
      { id: 'q1', text: 'Why?', answers: [yes] },
      { id: 'q2', text: 'Why?', answers: [{ id: 'so', text: 'So' }] },
    ]);
  });

  it('are not recognised by the text of one that is named by its id', () => {
    const [byText, byId] = withIds(
      [
        { text: 'Why?', answers: [] },
        { id: 'q1', text: 'Changed', answers: [] },
      ],
      known,
    );
    expect([byText?.id, byId]).toEqual(['q2', { id: 'q1', text: 'Changed', answers: [] }]);
  });

  it('recognise answers only within their own question', () => {
    const [question] = withIds([{ id: 'q2', text: 'Why?', answers: [{ text: 'Yes' }] }], known);
    expect(question?.answers[0]?.id).not.toBe('yes');
  });

  it('have no id twice, and the refusal names every repetition', async () => {
    const answers = [yes, { id: 'yes', text: 'Also yes' }];
    const given = [
      { id: 'q', text: 'A', answers: [yes, no] },
      { id: 'p', text: 'B', answers },
      { id: 'q', text: 'C', answers: [yes] },
    ];
    expect(await refused(given)).toEqual(invalid('#/questions/2/id', '#/questions/1/answers/1/id'));
  });

  it('may have 48 KiB and no more, counted in bytes', async () => {
    const empty = Buffer.byteLength(JSON.stringify([{ id: 'q', text: '', answers: [] }]));
    const room = 48 * 1_024 - empty;
    const longest = 'ä'.repeat(room >> 1) + 'a'.repeat(room % 2);
    expect(withIds([{ id: 'q', text: longest, answers: [] }], [])).toHaveLength(1);
    expect(await refused([{ id: 'q', text: `${longest}a`, answers: [] }])).toEqual(invalid('#/questions'));
  });
});

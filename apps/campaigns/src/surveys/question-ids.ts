import { faulty, Problem, type Fault } from '@ces/contracts/problems';
import type { NewSurvey, Question } from '@ces/contracts/campaigns/surveys';
import { newId } from '@ces/messaging/storage/ids';

interface Named {
  id: string;
  text: string;
}

/** A reply carries all questions of a survey, and must fit into one message. */
const maxBytes = 48 * 1_024;

/** Gives questions and answers their ids. Those that are sent again without an id keep the one they had. */
export function withIds(given: NewSurvey['questions'], known: Question[]): Question[] {
  const questions = identified(given, known).map(({ id, text, answers }) => {
    const before = known.find((question) => question.id === id)?.answers ?? [];
    return { id, text, answers: identified(answers, before).map((answer) => ({ id: answer.id, text: answer.text })) };
  });
  const faults = [
    ...repeats(questions, '#/questions'),
    ...questions.flatMap(({ answers }, index) => repeats(answers, `#/questions/${index}/answers`)),
  ];
  if (faults.length > 0) throw faulty('validation-failed', faults);
  if (Buffer.byteLength(JSON.stringify(questions)) > maxBytes) {
    throw new Problem('validation-failed', `#/questions: may have ${maxBytes} bytes at the most`, {
      errors: [{ pointer: '#/questions', code: 'too-large', detail: `may have ${maxBytes} bytes at the most` }],
    });
  }
  return questions;
}

/** Recognises each by its id, else by its text; equal texts are taken in their order. All others are new. */
function identified<T extends Partial<Named>>(given: T[], known: Named[]): (T & { id: string })[] {
  const named = new Set(given.map(({ id }) => id));
  const left = known.filter(({ id }) => !named.has(id));
  return given.map((each) => {
    if (each.id !== undefined) return { ...each, id: each.id };
    const at = left.findIndex(({ text }) => text === each.text);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    return { ...each, id: same?.id ?? newId() };
  });
}

function repeats(named: Named[], pointer: string): Fault[] {
  return named.flatMap(({ id }, index) =>
    named.slice(0, index).some((earlier) => earlier.id === id)
      ? [{ pointer: `${pointer}/${index}/id`, code: 'repeated', detail: 'repeats an earlier id of the list' }]
      : [],
  );
}

import { faulty, Problem, type Fault } from '@ces/contracts/problems';
import type { NewSurvey, Question } from '@ces/contracts/campaigns/surveys';
import { newId } from '@ces/messaging/storage/ids';

interface Named {
  id: string;
  text: string;
}

/** An answer carries all its questions: it must fit into one message. */
const maxBytes = 48 * 1_024;

/** Answers name questions by their ids: what is sent again without one keeps its own. */
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

/** One is recognised by its id, else by its text, of several alike the next in turn; others are new. */
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
      ? [{ pointer: `${pointer}/${index}/id`, code: 'repeated', detail: 'is the id of another' }]
      : [],
  );
}

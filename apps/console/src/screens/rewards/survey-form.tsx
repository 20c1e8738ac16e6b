import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { useChange } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { TextArea, TextField } from '../../design/controls/fields.js';
import { linesOf } from '../../design/controls/lines.js';
import { Dialog } from '../../design/feedback/dialog.js';
import { Problem } from '../../design/feedback/problem.js';
import { say } from '../../design/feedback/toasts.js';
import { useWords } from '../../words/use-words.js';

export type Survey = Schema<'Survey'>;

interface Asked {
  id?: string;
  text: string;
  answers: string;
}

/** Makes a survey, or changes one. */
export function SurveyForm({ survey, onClose }: { survey: Survey | undefined; onClose: () => void }): ReactNode {
  const { rewards, common } = useWords();
  const [title, setTitle] = useState(survey?.title ?? '');
  const [asked, setAsked] = useState<Asked[]>(
    survey?.questions.map(({ id, text, answers }) => ({
      id,
      text,
      answers: answers.map((each) => each.text).join('\n'),
    })) ?? [{ text: '', answers: '' }],
  );
  const save = useChange(
    () => {
      const body = { title, questions: asked.map((question) => questionOf(question, survey)) };
      return survey === undefined
        ? call('post', '/api/1/admin/surveys', { body })
        : call('put', '/api/1/admin/surveys/{id}', { path: { id: survey.id }, body });
    },
    () => {
      say(survey === undefined ? rewards.surveyMade : common.saved);
      onClose();
    },
  );
  const put = (index: number, change: Partial<Asked>): void =>
    setAsked(asked.map((each, at) => (at === index ? { ...each, ...change } : each)));
  const button = (
    <Button type="submit" look="primary" busy={save.isPending} disabled={title.trim() === ''}>
      {common.save}
    </Button>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={survey?.title ?? rewards.newSurvey}
      foot={button}
      onSubmit={() => save.mutate(undefined)}
    >
      <TextField label={rewards.name} value={title} onChange={setTitle} fault={save.error?.faultAt('#/title')} />
      {asked.map((question, index) => (
        <fieldset key={index} className="panel">
          <TextField
            label={rewards.questionNumber(index + 1)}
            value={question.text}
            onChange={(text) => put(index, { text })}
          />
          <TextArea
            label={rewards.answers}
            hint={rewards.answersHint}
            value={question.answers}
            onChange={(answers) => put(index, { answers })}
          />
        </fieldset>
      ))}
      <div>
        <Button size="small" icon={<Plus />} onClick={() => setAsked([...asked, { text: '', answers: '' }])}>
          {rewards.addQuestion}
        </Button>
      </div>
      {save.error && <Problem error={save.error} />}
    </Dialog>
  );
}

/** Questions and answers that kept their text keep their ids, and with them the answers given. */
function questionOf({ id, text, answers }: Asked, survey: Survey | undefined): Schema<'NewQuestion'> {
  const before = survey?.questions.find((question) => question.id === id);
  const choices = linesOf(answers).map(
    (line) => before?.answers.find((answer) => answer.text === line) ?? { text: line },
  );
  return { ...(id === undefined ? {} : { id }), text, answers: choices };
}

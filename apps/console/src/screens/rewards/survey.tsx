import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { may, sessionQuery } from '../../api/session.js';
import { useRead } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Copyable } from '../../design/controls/copyable.js';
import { Bars } from '../../design/data/bars.js';
import { Problem } from '../../design/feedback/problem.js';
import { Skeleton } from '../../design/feedback/skeleton.js';
import { usePathValue } from '../../design/layout/address.js';
import { Page, Section } from '../../design/layout/page.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { SurveyForm } from './survey-form.js';

/** One survey with what people answered. */
export function SurveyPage(): ReactNode {
  const { rewards, common } = useWords();
  const path = { id: usePathValue('id') };
  const { data: session } = useQuery(sessionQuery);
  const [editing, setEditing] = useState(false);
  const { data: survey, error, refetch } = useRead('/api/1/admin/surveys/{id}', { path });
  const results = useRead('/api/1/admin/surveys/{id}/results', { path, every: 15_000, enabled: !error });
  return (
    <Page
      title={survey?.title ?? ' '}
      crumb={<Link to="/rewards/surveys">{rewards.surveys}</Link>}
      subtitle={<Copyable text={path.id} />}
      actions={
        survey &&
        may(session, 'rewards:manage') && (
          <Button icon={<Pencil />} onClick={() => setEditing(true)}>
            {common.edit}
          </Button>
        )
      }
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {results.error && <Problem error={results.error} onRetry={() => void results.refetch()} />}
      {results.isLoading && <Skeleton lines={8} />}
      {results.data?.questions.map((question) => (
        <Result key={question.id} question={question} />
      ))}
      {survey && editing && <SurveyForm survey={survey} onClose={() => setEditing(false)} />}
    </Page>
  );
}

function Result({ question: { text, users, answers, removed } }: { question: Schema<'QuestionResult'> }): ReactNode {
  const { rewards } = useWords();
  const format = useFormat();
  const gone = removed === 0 ? [] : [{ id: 'removed', name: rewards.removedAnswers, count: removed }];
  const bars = [...answers.map((answer) => ({ id: answer.id, name: answer.text, count: answer.users })), ...gone];
  return (
    <Section title={text}>
      <p className="soft small">{rewards.answeredBy(format.number(users))}</p>
      <Bars bars={bars} whole={users} />
    </Section>
  );
}

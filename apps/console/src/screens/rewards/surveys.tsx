import { MessageCircleQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { useList } from '../../api/use-api.js';
import { Copyable } from '../../design/controls/copyable.js';
import { Moment } from '../../design/data/moment.js';
import { ListScreen } from '../../design/layout/list-screen.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { RewardsPage } from './rewards-page.js';
import { SurveyForm, type Survey } from './survey-form.js';

export function Surveys(): ReactNode {
  const { rewards, common } = useWords();
  const format = useFormat();
  return (
    <ListScreen<Survey>
      frame={RewardsPage}
      scope="rewards:manage"
      label={rewards.surveys}
      make={rewards.newSurvey}
      list={useList('/api/1/admin/surveys')}
      keyOf={({ id }) => id}
      to={({ id }) => `/rewards/surveys/${id}`}
      columns={[
        { title: rewards.name, main: true, cell: ({ title }) => title },
        { title: rewards.question, end: true, cell: ({ questions }) => format.number(questions.length) },
        { title: common.id, cell: ({ id }) => <Copyable text={id} /> },
        { title: common.created, cell: ({ created }) => <Moment at={created} /> },
      ]}
      empty={{ icon: <MessageCircleQuestion />, title: rewards.noSurveys, text: rewards.noSurveysText }}
      form={(_, close) => <SurveyForm survey={undefined} onClose={close} />}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.js';
import type { Fault, Refusal } from '../../../api/refusal.js';
import type { Answer } from '../../../api/routes.js';
import { Problem } from '../../../design/feedback/problem.js';
import { Section } from '../../../design/layout/page.js';
import { useFormat, useWords } from '../../../words/use-words.js';
import type { Draft } from './draft.js';

export interface Found {
  faults: readonly Fault[];
  isChecked: boolean;
  /** The check itself failed, so nothing is known of the draft. */
  error: Refusal | null;
}

/** The faults for which the service would refuse the draft. */
export function useFaults(body: Draft): Found {
  const { data, error } = useQuery<Answer<'post', '/api/1/admin/campaigns:validate'>, Refusal>({
    queryKey: ['campaigns:validate', body],
    queryFn: ({ signal }) => call('post', '/api/1/admin/campaigns:validate', { body, signal }),
    placeholderData: (before) => before,
    retry: false,
    staleTime: 60_000,
  });
  return { faults: error ? [] : (data?.errors ?? []), isChecked: data !== undefined && !error, error };
}

/** The number of people in the audience now. */
function useAudienceSize({ audience }: Draft): number | undefined {
  const { data } = useQuery({
    queryKey: ['campaigns:audience', audience ?? {}],
    queryFn: ({ signal }) =>
      call('post', '/api/1/admin/campaigns:audience', { body: { audience: audience ?? {} }, signal }),
    placeholderData: (before) => before,
    retry: false,
    staleTime: 30_000,
  });
  return data?.users;
}

/** The state of the draft, beside its steps. */
export function Check({ draft, found, running }: { draft: Draft; found: Found; running: boolean }): ReactNode {
  const { builder } = useWords();
  const format = useFormat();
  const size = useAudienceSize(draft);
  return (
    <aside className="panel check-panel" aria-label={builder.check}>
      <Section title={builder.check} ruled={false}>
        <div className="stack small" role="status">
          {found.error && <Problem error={found.error} />}
          {size !== undefined && (
            <p className="row">
              <Users size={16} aria-hidden="true" />
              {builder.audienceSize(format.number(size))}
            </p>
          )}
          {found.isChecked && found.faults.length === 0 && (
            <p className="row">
              <CircleCheck size={16} className="is-good" aria-hidden="true" />
              {builder.valid}
            </p>
          )}
          {found.faults.length > 0 && (
            <>
              <p className="row">
                <CircleDashed size={16} aria-hidden="true" />
                {builder.faults(found.faults.length)}
              </p>
              <ul className="stack soft">
                {found.faults.map((fault) => (
                  <li key={fault.pointer + fault.code + fault.detail}>
                    <code>{fault.pointer.replace(/^#\/?/, '')}</code> {fault.detail}
                  </li>
                ))}
              </ul>
            </>
          )}
          {running && <p className="soft">{builder.runningHint}</p>}
        </div>
      </Section>
    </aside>
  );
}

import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { may, sessionQuery } from '../../api/session.js';
import { useRead } from '../../api/use-api.js';
import { useSpeech } from '../../words/use-words.js';
import { localeFor } from '../../words/language.js';

interface Names {
  segments: Map<string, string>;
  optins: Map<string, string>;
  tiers: Map<string, string>;
  coupons: Map<string, string>;
  stacks: Map<string, string>;
  surveys: Map<string, string>;
  /** A first answer is awaited. Not after a failure: whoever asks can go on without it. */
  areAwaited: boolean;
}

/** The names of what a campaign names by id. A list that the role may not read leaves the ids. */
export function useNames(): Names {
  const locale = localeFor(useSpeech().language);
  const { data: session } = useQuery(sessionQuery);
  const reads = (scope: string): boolean => may(session, scope, 'admin:read');
  const segments = useRead('/api/1/external-segmentation/external-segment/list', { enabled: may(session, 'segments') });
  const optins = useRead('/api/1/admin/optins', { enabled: reads('optins:manage') });
  const cards = useRead('/api/1/admin/card-definitions', { enabled: reads('cards:manage') });
  const coupons = useRead('/api/1/admin/coupons', { enabled: reads('rewards:manage') });
  const stacks = useRead('/api/1/admin/stacks', { enabled: reads('rewards:manage') });
  const surveys = useRead('/api/1/admin/surveys', { enabled: reads('rewards:manage') });
  const areAwaited = [segments, optins, cards, coupons, stacks, surveys].some(
    ({ isLoading, isFetched, failureCount }) => isLoading && !isFetched && failureCount === 0,
  );
  return useMemo(
    () => ({
      areAwaited,
      segments: new Map(segments.data?.map(({ id, name }) => [id, name])),
      optins: new Map(optins.data?.map(({ id, name }) => [id, name[locale] ?? name['en_GB'] ?? id])),
      tiers: new Map(
        cards.data?.flatMap(({ name, tiers }) => tiers.map((tier) => [tier.card_tier_id, `${name} · ${tier.name}`])),
      ),
      coupons: new Map(coupons.data?.map(({ id, title }) => [id, title])),
      stacks: new Map(stacks.data?.map(({ id, name }) => [id, name])),
      surveys: new Map(surveys.data?.map(({ id, title }) => [id, title])),
    }),
    [segments.data, optins.data, cards.data, coupons.data, stacks.data, surveys.data, locale, areAwaited],
  );
}

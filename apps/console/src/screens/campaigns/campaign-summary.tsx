import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { CodeBlock } from '../../design/data/code-block.js';
import { Facts } from '../../design/data/facts.js';
import { Moment } from '../../design/data/moment.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { nameOfTrigger, type Campaign } from './campaign-state.js';
import { useNames } from './use-names.js';

/** A campaign in words, in the order of its making. */
export function CampaignSummary({ campaign }: { campaign: Campaign }): ReactNode {
  const words = useWords();
  const { builder, common } = words;
  const { starts_at, ends_at, condition, effects, caps, budget, trigger } = campaign;
  const format = useFormat();
  const when =
    trigger.event_name === undefined ? (
      nameOfTrigger(campaign, words)
    ) : (
      <Link to={`/events/${trigger.event_name}`}>
        <code>{trigger.event_name}</code>
      </Link>
    );
  const budgets = [
    budget?.coupons !== undefined && `${format.number(budget.coupons)} ${words.campaigns.coupons}`,
    budget?.points !== undefined && `${format.number(budget.points)} ${words.campaigns.points}`,
  ].filter((each) => each !== false);
  return (
    <Facts
      facts={[
        [builder.whenTitle, when],
        [builder.whoTitle, <Audience key="who" audience={campaign.audience ?? undefined} />],
        [
          builder.conditionTitle,
          condition === undefined || condition === null || condition === '' ? null : (
            <CodeBlock key="condition" value={condition} label={builder.condition} />
          ),
        ],
        [
          builder.thenTitle,
          <ul key="then">
            {effects.map((effect, index) => (
              <li key={index}>
                <EffectText effect={effect} />
              </li>
            ))}
          </ul>,
        ],
        [
          builder.limitsTitle,
          (caps ?? []).length === 0 && budgets.length === 0 ? (
            common.unlimited
          ) : (
            <ul key="limits">
              {(caps ?? []).map((cap, index) => (
                <li key={index}>
                  <CapText cap={cap} />
                </li>
              ))}
              {budgets.length > 0 && <li>{budgets.join(' · ')}</li>}
            </ul>
          ),
        ],
        [builder.startsAt, starts_at ? <Moment at={starts_at} /> : undefined],
        [builder.endsAt, ends_at ? <Moment at={ends_at} /> : undefined],
        [common.updated, <Moment key="updated" at={campaign.updated} />],
      ]}
    />
  );
}

function Audience({ audience = {} }: { audience: Schema<'Audience'> | undefined }): ReactNode {
  const { builder, common } = useWords();
  const names = useNames();
  const parts: [string, readonly string[] | undefined, Map<string, string>][] = [
    [builder.includeSegments, audience.include_segments, names.segments],
    [builder.excludeSegments, audience.exclude_segments, names.segments],
    [builder.requireOptins, audience.require_optins, names.optins],
    [builder.cardTiers, audience.card_tiers, names.tiers],
  ];
  const chosen = parts.filter(([, ids]) => ids !== undefined && ids.length > 0);
  if (chosen.length === 0) return common.all;
  return (
    <ul>
      {chosen.map(([text, ids = [], known]) => (
        <li key={text}>
          <span className="soft">{text}:</span> {ids.map((id) => known.get(id) ?? id).join(', ')}
        </li>
      ))}
    </ul>
  );
}

function EffectText({ effect }: { effect: Campaign['effects'][number] }): ReactNode {
  const { builder } = useWords();
  const names = useNames();
  switch (effect.type) {
    case 'claim_coupon':
      return (
        <>
          {builder.claim_coupon}:{' '}
          <Link to={`/rewards/coupons/${effect.coupon_id}`}>
            {names.coupons.get(effect.coupon_id) ?? effect.coupon_id}
          </Link>
        </>
      );
    case 'transaction':
      return (
        <>
          {builder.transaction}: <code>{effect.value}</code> · {names.stacks.get(effect.stack_id) ?? effect.stack_id}
        </>
      );
    case 'ask_survey':
      return (
        <>
          {builder.ask_survey}: {names.surveys.get(effect.survey_id) ?? effect.survey_id}
        </>
      );
  }
}

function CapText({ cap }: { cap: NonNullable<Campaign['caps']>[number] }): ReactNode {
  const { builder } = useWords();
  const format = useFormat();
  const { window } = cap;
  const within =
    window.type === 'total'
      ? builder.total
      : window.type === 'rolling'
        ? `${format.number(window.seconds / 3_600)} h`
        : `${builder.units[window.unit]} (${window.timezone})`;
  return `${format.number(cap.max)} × ${cap.scope === 'user' ? builder.perUser : builder.perCampaign} · ${within}`;
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CreditCard, Link2, PenLine } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import type { Schema } from '../../api/routes.js';
import { may, sessionQuery } from '../../api/session.js';
import { useChange, useRead } from '../../api/use-api.js';
import { Button } from '../../design/controls/button.js';
import { Badge, type Tone } from '../../design/data/badge.js';
import { Barcode } from '../../design/data/barcode.js';
import { Moment } from '../../design/data/moment.js';
import { AskFirst } from '../../design/feedback/ask-first.js';
import { Problem } from '../../design/feedback/problem.js';
import { Skeleton } from '../../design/feedback/skeleton.js';
import { complain, say } from '../../design/feedback/toasts.js';
import { useFormat, useWords } from '../../words/use-words.js';
import { Correct } from './correct.js';
import { LinkCard } from './link-card.js';

type Wallet = Schema<'Wallet'>;
const ticketTones: Record<string, Tone> = { issued: 'good', redeemed: 'info' };
const cardTones: Record<string, Tone> = { active: 'good', blocked: 'bad' };

/** Cards, coupons, points, surveys, opt-ins and segments of one person. */
export function WalletOf({ userId }: { userId: string }): ReactNode {
  const { customers } = useWords();
  const {
    data: wallet,
    error,
    refetch,
  } = useRead('/api/1/admin/users/{user_id}/wallet', { path: { user_id: userId } });
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (wallet === undefined) return <Skeleton lines={6} />;
  return (
    <>
      {wallet.away.length > 0 && (
        <p className="notice warn">
          {customers.away}
          {wallet.away.join(', ')}
        </p>
      )}
      <div className="wallet">
        <Cards wallet={wallet} />
        <Balances wallet={wallet} />
        <Slips slips={wallet.slips} />
        <Others wallet={wallet} />
      </div>
    </>
  );
}

/** A list that is null could not be read, because its service is away. */
function Group({
  title,
  none,
  children,
  shown,
  action,
}: {
  title: string;
  none: string;
  children: ReactNode;
  shown: readonly unknown[] | null;
  action?: ReactNode;
}): ReactNode {
  return (
    <div className="panel">
      <div className="row spread">
        <h2>{title}</h2>
        {action}
      </div>
      {shown?.length ? (
        <ul className="stack">{children}</ul>
      ) : (
        <p className="soft small">{shown === null ? '—' : none}</p>
      )}
    </div>
  );
}

function Cards({ wallet: { user_id, cards } }: { wallet: Wallet }): ReactNode {
  const { customers } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const [linking, setLinking] = useState(false);
  const unblock = useChange(
    (id: string) => call('patch', '/api/1/admin/cards/{id}', { path: { id }, body: { state: 'active' } }),
    () => say(customers.cardChanged),
  );
  const issues = may(session, 'cards:issue');
  const action = issues && (
    <>
      <Button size="small" icon={<Link2 />} onClick={() => setLinking(true)}>
        {customers.linkCard}
      </Button>
      {linking && <LinkCard userId={user_id} onClose={() => setLinking(false)} />}
    </>
  );
  return (
    <Group title={customers.cards} none={customers.noCards} shown={cards} action={action}>
      {cards?.map((card) => (
        <li key={card.id} className="stack">
          <div className="row spread">
            <span className="row">
              <CreditCard size={16} aria-hidden="true" className="faint" />
              <span>
                {card.card_definition.name} · {card.card_tier.name}
              </span>
              <Badge tone={cardTones[card.state]}>{card.state_text}</Badge>
            </span>
            {issues && card.state === 'active' && (
              <AskFirst
                size="small"
                look="plain"
                action={customers.cardBlock}
                text={customers.cardBlockText}
                run={() =>
                  call('patch', '/api/1/admin/cards/{id}', { path: { id: card.id }, body: { state: 'blocked' } })
                }
                onDone={() => say(customers.cardChanged)}
              />
            )}
            {issues && card.state === 'blocked' && (
              <Button size="small" onClick={() => unblock.mutate(card.id, { onError: complain })}>
                {customers.cardUnblock}
              </Button>
            )}
          </div>
          <CardNumber card={card} />
        </li>
      ))}
    </Group>
  );
}

function CardNumber({ card }: { card: NonNullable<Wallet['cards']>[number] }): ReactNode {
  const { customers } = useWords();
  const { name: kind } = card.card_definition.representation;
  const number = card.display_number ?? card.identifier_actual;
  return (
    <>
      <code className="barcode">{number}</code>
      {kind !== 'none' && card.state === 'active' && (
        <Barcode kind={kind} text={card.identifier_actual} label={customers.barcodeOf(number)} />
      )}
    </>
  );
}

function Balances({ wallet }: { wallet: Wallet }): ReactNode {
  const { customers } = useWords();
  const format = useFormat();
  const { data: session } = useQuery(sessionQuery);
  const [correcting, setCorrecting] = useState(false);
  const action = may(session, 'ledger:correct') && (
    <>
      <Button size="small" icon={<PenLine />} onClick={() => setCorrecting(true)}>
        {customers.correct}
      </Button>
      {correcting && (
        <Correct userId={wallet.user_id} balances={wallet.balances ?? []} onClose={() => setCorrecting(false)} />
      )}
    </>
  );
  return (
    <Group title={customers.balances} none={customers.noBalances} shown={wallet.balances} action={action}>
      {wallet.balances?.map(({ stack_id, block_id, stack_name, block_name, value }) => (
        <li key={stack_id + block_id} className="row spread">
          <span>
            {stack_name} <span className="faint small">{block_name}</span>
          </span>
          <strong className="number">{format.number(value)}</strong>
        </li>
      ))}
    </Group>
  );
}

function Slips({ slips }: { slips: Wallet['slips'] }): ReactNode {
  const { customers } = useWords();
  const { data: session } = useQuery(sessionQuery);
  return (
    <Group title={customers.slips} none={customers.noSlips} shown={slips}>
      {slips?.map((slip) => (
        <li key={slip.id} className="row spread">
          <span className="row">
            <Link to={`/rewards/coupons/${slip.couponId}`}>{slip.title}</Link>
            <code>{slip.ticket.code}</code>
            <Badge tone={ticketTones[slip.ticket.state]}>
              {customers.ticket[slip.ticket.state] ?? slip.ticket.state}
            </Badge>
          </span>
          <span className="row small faint">
            <Moment at={slip.created} />
            {slip.ticket.state === 'issued' && may(session, 'rewards:manage') && (
              <AskFirst
                size="small"
                look="plain"
                action={customers.revoke}
                title={`${customers.revoke}: ${slip.title}`}
                text={customers.revokeText}
                run={() => call('post', '/api/1/admin/coupon-slips/{id}:revoke', { path: { id: slip.id } })}
                onDone={() => say(customers.revoked)}
              />
            )}
          </span>
        </li>
      ))}
    </Group>
  );
}

function Others({ wallet: { surveys, optins, segments } }: { wallet: Wallet }): ReactNode {
  const { customers } = useWords();
  const format = useFormat();
  return (
    <>
      <Group title={customers.consents} none={customers.noOptins} shown={optins}>
        {optins?.map((optin) => (
          <li key={optin.id}>
            <details>
              <summary className="row spread">
                <span>{optin.name}</span>
                <Badge tone={optin.opted_in ? 'good' : 'idle'}>
                  {optin.opted_in ? customers.optedIn : customers.optedOut}
                </Badge>
              </summary>
              <ul className="small soft">
                {optin.updates.map((update) => (
                  <li key={update.updated}>
                    {update.opted_in ? customers.optedIn : customers.optedOut} · {format.moment(update.updated)} ·{' '}
                    {update.source}
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </Group>
      <Group title={customers.segments} none={customers.noSegments} shown={segments}>
        {segments?.map(({ id, name }) => (
          <li key={id}>
            <Link to={`/segments/${id}`}>{name}</Link>
          </li>
        ))}
      </Group>
      <Group title={customers.surveys} none={customers.noSurveys} shown={surveys}>
        {surveys?.map((survey) => (
          <li key={survey.id}>
            <AnswersGiven survey={survey} />
          </li>
        ))}
      </Group>
    </>
  );
}

function AnswersGiven({ survey }: { survey: NonNullable<Wallet['surveys']>[number] }): ReactNode {
  const { customers } = useWords();
  const given = new Map(survey.given.map(({ question_id, answer_id }) => [question_id, answer_id]));
  return (
    <details>
      <summary className="row spread">
        <span>{survey.title}</span>
        <span className="small faint">
          {survey.given.length}/{survey.questions.length} {customers.answered}
        </span>
      </summary>
      <ul className="small soft">
        {survey.questions.map(({ id, text, answers }) => (
          <li key={id}>
            {text} ·{' '}
            <strong>{answers.find((answer) => answer.id === given.get(id))?.text ?? customers.notAnswered}</strong>
          </li>
        ))}
      </ul>
    </details>
  );
}

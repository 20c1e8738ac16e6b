import { describeContracts } from '@ces/contracts/shape/described';
import * as swagger from '@nestjs/swagger';
import { databaseServices } from '@ces/contracts/dead-letters';
import { AdminRead, adminReadNoted } from '@ces/contracts/identity/audit';
import { erasureReceipt, UserErased, userErased } from '@ces/contracts/identity/erasure';
import { PersonChanged, personChanged } from '@ces/contracts/identity/person';
import {
  ConnectionCreated,
  connectionCreated,
  ConnectionRemoved,
  connectionRemoved,
  UserActivated,
  userActivated,
  UserClosed,
  userClosed,
  UserCreated,
  userCreated,
  UserRegistered,
  userRegistered,
  UserRestored,
  userRestored,
} from '@ces/contracts/identity/users';
import {
  CouponSlipClaimed,
  couponSlipClaimed,
  SurveyAnswerSubmitted,
  surveyAnswerSubmitted,
  TransactionCreated,
  transactionCreated,
} from '@ces/contracts/campaigns/campaigns';
import {
  CardAdded,
  cardAdded,
  CardChanged,
  cardChanged,
  CardTierChanged,
  cardTierChanged,
} from '@ces/contracts/cards/cards';
import { CouponStockLow, couponStockLow } from '@ces/contracts/campaigns/coupons';
import { UserEnteredSegment, userEnteredSegment } from '@ces/contracts/segments/segment-use';
import { SegmentProcessed, segmentProcessed } from '@ces/contracts/segments/segments';
import { OptinChanged, optinChanged } from '@ces/contracts/cards/optins';
import { EventAccepted, eventAccepted } from '@ces/contracts/events/events';
import {
  ClientDeleted,
  clientDeleted,
  ClientSecretsChanged,
  clientSecretsChanged,
} from '@ces/contracts/identity/client-secrets';
import { WebhookDisabled, webhookDisabled } from '@ces/contracts/webhooks/webhooks';
import type { Class, FactContract } from '@ces/contracts/rpc';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { format } from 'prettier';

interface Fact {
  fact: FactContract<object>;
  payload: Class<object>;
  summary: string;
}

const root = resolve(import.meta.dirname, '../..');
const file = join(root, 'docs/facts.md');

const facts: Fact[] = [
  {
    fact: eventAccepted,
    payload: EventAccepted,
    summary: 'An event that a campaign uses was accepted and stored; the user decides the partition.',
  },
  { fact: userCreated, payload: UserCreated, summary: 'A user was created.' },
  {
    fact: connectionCreated,
    payload: ConnectionCreated,
    summary: 'A user was connected to an account at a provider.',
  },
  { fact: connectionRemoved, payload: ConnectionRemoved, summary: 'A user is no longer connected to an account.' },
  {
    fact: userRegistered,
    payload: UserRegistered,
    summary: 'A registration is complete, but not confirmed by mail yet.',
  },
  { fact: userActivated, payload: UserActivated, summary: 'A user has confirmed the mail and is active.' },
  {
    fact: personChanged,
    payload: PersonChanged,
    summary: 'The personal data of a user changed; the fact does not contain it.',
  },
  { fact: userClosed, payload: UserClosed, summary: 'An account was closed; every read answers 404.' },
  { fact: userRestored, payload: UserRestored, summary: 'A closed account was restored.' },
  { fact: userErased, payload: UserErased, summary: 'A user was erased; every service erases what it holds.' },
  {
    fact: erasureReceipt('events'),
    payload: UserErased,
    summary: 'The events service holds nothing of the user any more.',
  },
  {
    fact: erasureReceipt('cards'),
    payload: UserErased,
    summary: 'The cards service holds nothing of the user any more.',
  },
  {
    fact: erasureReceipt('segments'),
    payload: UserErased,
    summary: 'The segments service holds nothing of the user any more.',
  },
  {
    fact: erasureReceipt('webhooks'),
    payload: UserErased,
    summary: 'The webhooks service holds nothing of the user any more.',
  },
  { fact: clientDeleted, payload: ClientDeleted, summary: 'A client was deleted, and its webhooks with it.' },
  {
    fact: clientSecretsChanged,
    payload: ClientSecretsChanged,
    summary: 'A secret of a client was added, promoted or retired.',
  },
  { fact: webhookDisabled, payload: WebhookDisabled, summary: 'A webhook was disabled because its receiver failed.' },
  {
    fact: erasureReceipt('campaigns'),
    payload: UserErased,
    summary: 'The campaigns service holds nothing of the user any more.',
  },
  { fact: couponSlipClaimed, payload: CouponSlipClaimed, summary: 'A user got a coupon slip.' },
  { fact: couponStockLow, payload: CouponStockLow, summary: 'At most a tenth of the codes of a coupon is left.' },
  { fact: transactionCreated, payload: TransactionCreated, summary: 'A transaction was booked on a stack of a user.' },
  { fact: surveyAnswerSubmitted, payload: SurveyAnswerSubmitted, summary: 'A user has answered a question.' },
  { fact: cardAdded, payload: CardAdded, summary: 'A card was added to the account of a user.' },
  {
    fact: cardChanged,
    payload: CardChanged,
    summary:
      'A card of a user has another state, expiration or number, became the first, or was taken off the account.',
  },
  { fact: cardTierChanged, payload: CardTierChanged, summary: 'A card of a user moved to another tier.' },
  { fact: optinChanged, payload: OptinChanged, summary: 'A user has answered an opt-in, or changed the answer.' },
  { fact: segmentProcessed, payload: SegmentProcessed, summary: 'The newest file of a segment is processed.' },
  {
    fact: userEnteredSegment,
    payload: UserEnteredSegment,
    summary: 'A user entered a segment that a campaign watches; the user decides the partition.',
  },
  ...databaseServices.map((service) => ({
    fact: adminReadNoted(service),
    payload: AdminRead,
    summary: `The ${service} service has answered a read of an administrator.`,
  })),
];

describe('docs/facts.md', () => {
  beforeAll(() => {
    describeContracts(swagger);
  });

  it('lists the facts on the bus (UPDATE_DOCS=1 npm test -- docs/facts renews it)', async () => {
    const text = await format(documentOf(facts), { parser: 'markdown', printWidth: 120 });
    if (process.env['UPDATE_DOCS']) writeFileSync(file, text);
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(text);
  });

  it('has every fact of the contracts', async () => {
    const files = globSync('libs/contracts/src/**/*.ts', { cwd: root }).filter((each) => !each.endsWith('.spec.ts'));
    const modules = await Promise.all(files.map(async (each) => (await import(join(root, each))) as object));
    const known = new Set(facts.map(({ fact }) => fact.subject));
    const forgotten = modules.flatMap((module) => Object.values(module).filter(isFact)).map(({ subject }) => subject);
    expect(forgotten.length).toBeGreaterThan(15);
    expect(forgotten.filter((subject) => !known.has(subject))).toEqual([]);
  });
});

function isFact(value: unknown): value is FactContract<object> {
  return typeof value === 'object' && value !== null && 'stream' in value && 'partitions' in value;
}

function documentOf(listed: Fact[]): string {
  const rows = listed.map(({ fact, payload, summary }) => {
    const address = fact.partitions === 1 ? fact.subject : `${fact.subject}.{0…${fact.partitions - 1}}`;
    return `| \`${address}\` | ${summary} | ${fieldsOf(payload)
      .map((name) => `\`${name}\``)
      .join(', ')} |`;
  });
  return `# Facts

Facts are messages between services. They are published after the commit, at least once, and in order. A fact with
partitions keeps the order of one user. They are internal: callers get webhooks. This list is generated:
\`UPDATE_DOCS=1 npm test -- docs/facts\`.

| Subject | What happened | Fields |
| --- | --- | --- |
${rows.join('\n')}
`;
}

function fieldsOf({ prototype }: Class<object>): string[] {
  const named = Reflect.getMetadata('swagger/apiModelPropertiesArray', prototype as object) as string[];
  return named.map((name) => name.slice(1));
}

import { publishedDocuments, type Document, type Schema } from '../../test/published-document.js';

const ourName = /^(created|updated|at|[a-z_]+_at)$/;

/** Moments with other names, by the schema that has them, and why. */
const otherNames: Record<string, string> = {
  'Card.expiration': 'of the specification',
  'Card.tier_start_date': 'of the specification',
  'IssuedCard.expiration': 'as on the card',
  'CardsToIssue.expiration': 'as on the card',
  'CardChange.expiration': 'as on the card',
  'ImportedCard.expiration': 'as on the card',
  '.expiration': 'as on the card: a field of the form of an upload',
  'BatchItem.time': 'as the sender of the event names it, after CloudEvents',
  'LoggedEventWithOutcomes.time': 'as the sender of the event names it, after CloudEvents',
  'NewBacktest.since': 'the same word as in queries',
  'ReplaySince.since': 'the same word as in queries',
  'Backtest.since': 'as in the request',
  'Backtest.until': 'the end of the span that `since` begins',
  'ReplayDeadLetters.since': 'as in the request',
  'ReconciliationDifference.hour': 'names the hour that was compared, not a moment in which something happened',
  'DisabledWebhook.disabled': 'receivers of webhooks read it, and deliveries with it wait in the log',
};

describe('each moment in what the service takes and sends is called created, updated, at or …_at, with few exceptions,', () => {
  let openApi: Document;
  let asyncApi: Record<string, unknown>;

  beforeAll(async () => {
    ({ openApi, asyncApi } = await publishedDocuments());
  });

  it('in the bodies of the OpenAPI document', () => {
    const found = momentsIn(openApi.paths, openApi);
    expect(found.length).toBeGreaterThan(100);
    expect(found.filter((each) => !isOurs(each) && !(each in otherNames))).toEqual([]);
  });

  it('in the webhooks of the AsyncAPI document', () => {
    const found = momentsIn(asyncApi['channels'], asyncApi);
    expect(found.length).toBeGreaterThan(2);
    expect(found.filter((each) => !isOurs(each) && !(each in otherNames))).toEqual([]);
  });

  it('which are all still there', () => {
    const found = new Set([...momentsIn(openApi.paths, openApi), ...momentsIn(asyncApi['channels'], asyncApi)]);
    expect(Object.keys(otherNames).filter((each) => !found.has(each))).toEqual([]);
  });
});

function isOurs(moment: string): boolean {
  return ourName.test(moment.slice(moment.indexOf('.') + 1));
}

/** The moments below the node and in all that it refers to, as `Schema.property`. */
function momentsIn(root: unknown, document: object): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (node: unknown, schemaName: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { $ref, properties = {} } = node as Schema;
    if ($ref !== undefined && !seen.has($ref)) {
      seen.add($ref);
      visit(target($ref, document), $ref.split('/').at(-1) ?? '');
    }
    for (const [name, schema] of Object.entries(properties)) if (isMoment(schema)) found.add(`${schemaName}.${name}`);
    // An example may hold anything.
    for (const [key, value] of Object.entries(node)) if (!/^examples?$/.test(key)) visit(value, schemaName);
  };
  visit(root, '');
  return [...found];
}

function isMoment({ format, items }: Schema): boolean {
  return format === 'date-time' || items?.format === 'date-time';
}

function target($ref: string, document: object): unknown {
  const steps = $ref.slice(2).split('/');
  return steps.reduce<unknown>((node, step) => (node as Record<string, unknown>)[step.replaceAll('~1', '/')], document);
}

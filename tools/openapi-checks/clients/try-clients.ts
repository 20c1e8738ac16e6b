import type { Calls, Target } from './calls';
import { heyApi } from './hey-api';
import { openapiFetch } from './openapi-fetch';
import { orval } from './orval';

declare const process: { argv: string[]; exitCode: number };

const [url = '', token = ''] = process.argv.slice(2);
const target: Target = { url, token };
const clients: Record<string, Calls> = {
  'openapi-typescript': openapiFetch(target),
  'hey-api': heyApi(target),
  orval: orval(target),
};

void tryAll();

async function tryAll(): Promise<void> {
  for (const [name, calls] of Object.entries(clients)) {
    const faults = await faultsOf(name, calls).catch((error: unknown) => [String(error)]);
    console.log(`${name}: ${faults.length === 0 ? 'all calls work' : faults.join('; ')}`);
    if (faults.length > 0) process.exitCode = 1;
  }
}

async function faultsOf(name: string, calls: Calls): Promise<string[]> {
  const faults: string[] = [];
  const demand = (what: string, right: boolean, answer: object): void => {
    if (!right) faults.push(`${what}: ${JSON.stringify(answer)}`);
  };
  const event = `bought-by-${name}`;
  const properties = { amount: { type: 'integer', minimum: 0 } };
  const $id = `${url}/api/1/terminal/events/${event}`;
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  const defined = await calls.defineEvent(event, { $id, $schema, title: 'Bought', type: 'object', properties });
  demand('row 1', defined.status === 200, defined);
  const user = await calls.ensureUser(`owner of ${name}`);
  demand('row 5', user.status === 200, user);
  const sent = await calls.sendEvent(user.user_id ?? '', event);
  demand('row 2', sent.status === 202 && typeof sent.id === 'string', sent);
  const refused = await calls.sendEvent(user.user_id ?? '', 'never-defined');
  demand('row 2, refused', refused.status === 404 && refused.code === 'event-not-defined', refused);
  const begun = await calls.register(`${name}@example.com`);
  demand('row 12', begun.status === 200, begun);
  const person = await calls.enterPerson(begun.nonce ?? '');
  demand('row 15', person.status === 201 && person.firstName === 'Anna' && person.created !== undefined, person);
  const file = new File(['248289761001\n248289761002\n'], 'members.csv', { type: 'text/csv' });
  const segment = await calls.upload(`Members of ${name}`, file);
  demand('row 28', segment.status === 200 && segment.state === 'pending', segment);
  const webhook = await calls.subscribe('http://127.0.0.1:9/hooks');
  demand('row 33', webhook.status === 201 && webhook.events?.[0] === 'coupon-slip-claimed-event', webhook);
  return faults;
}

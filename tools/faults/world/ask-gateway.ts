import { Pool } from 'undici';
import type { Outcome } from '../record-attempts.ts';
import { DemoApi } from '../../../libs/local-stack/src/demo/demo-api.ts';
import type { StackFile } from '../../../libs/local-stack/src/stack-file.ts';

export const EVENT = 'faults-counted';

export class Gateway {
  private readonly pool: Pool;
  private readonly stack: StackFile;
  private token = '';
  private tokenAt = 0;

  constructor(stack: StackFile) {
    this.stack = stack;
    // No answer takes a minute, so a lost answer differs from a slow one.
    this.pool = new Pool(stack.base_url, { headersTimeout: 60_000, bodyTimeout: 60_000, connect: { timeout: 5_000 } });
  }

  /** Tokens live for 15 minutes. */
  async renewToken(): Promise<void> {
    if (Date.now() - this.tokenAt < 5 * 60_000) return;
    const { id, secret } = this.stack.client;
    const answer = await this.pool.request({
      method: 'POST',
      path: '/oauth2/token',
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    const { access_token } = (await answer.body.json()) as { access_token?: string };
    if (access_token === undefined) throw new Error(`no token: HTTP ${answer.statusCode}`);
    this.token = `Bearer ${access_token}`;
    this.tokenAt = Date.now();
  }

  /** Events are published only while a campaign uses their definition. A paused campaign uses it, and gives nothing. */
  async defineEvent(): Promise<void> {
    const path = `/api/1/terminal/events/${EVENT}`;
    const answer = await this.pool.request({
      method: 'PUT',
      path,
      headers: { authorization: this.token, 'content-type': 'application/json' },
      body: JSON.stringify({
        $id: `${this.stack.base_url}${path}`,
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: 'Counted',
        type: 'object',
        properties: { n: { type: 'integer', minimum: 1, description: 'grows by one' } },
        required: ['n'],
      }),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`the event is not defined: HTTP ${answer.statusCode} ${text}`);
    const api = await DemoApi.asClient(this.stack.base_url, this.stack.admin);
    const { id: stack_id } = await api.post<{ id: string }>('/api/1/admin/stacks', { name: 'Points' });
    const campaigns = '/api/1/admin/campaigns';
    const effects = [{ type: 'transaction', stack_id, value: 1 }];
    const { id } = await api.post<{ id: string }>(campaigns, {
      name: 'Faults',
      trigger: { event_name: EVENT },
      effects,
    });
    await api.post(`${campaigns}/${id}:start`);
    await api.post(`${campaigns}/${id}:pause`);
  }

  async createUser(owner: string): Promise<string> {
    const outcome = await this.ensureUser(owner);
    if (outcome.kind !== 'accepted') throw new Error(`no user: ${JSON.stringify(outcome)}`);
    return outcome.id;
  }

  /** Row 5, without a retry. */
  ensureUser(owner: string): Promise<Outcome> {
    const path = `/api/1/oauth2/provider/${this.stack.provider}/${owner}`;
    return this.post(path, owner, {}, (answer) => (answer as { user_id: string }).user_id);
  }

  /** Row 2, without a retry. */
  sendEvent(user: string, n: number): Promise<Outcome> {
    const path = `/api/1/terminal/${user}/events/${EVENT}`;
    return this.post(path, `${user}-${n}`, { n }, (answer) => (answer as { id: string }).id);
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }

  /** Never throws: every end is an outcome. */
  private async post(path: string, key: string, body: object, idOf: (answer: unknown) => string): Promise<Outcome> {
    try {
      const answer = await this.pool.request({
        method: 'POST',
        path,
        headers: { authorization: this.token, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      });
      const { statusCode, headers } = answer;
      const text = await answer.body.text();
      if (statusCode === 200 || statusCode === 202)
        return { kind: 'accepted', id: idOf(JSON.parse(text)), replayed: headers['idempotent-replayed'] === 'true' };
      if (statusCode === 503 && headers['retry-after'] !== undefined) return { kind: 'unavailable' };
      // The gateway may still work on the first request with this key.
      if (statusCode === 409 && text.includes('idempotency-in-progress')) return { kind: 'unavailable' };
      return { kind: 'wrong', what: `HTTP ${statusCode} ${text.slice(0, 300)}` };
    } catch (error) {
      const what = codeOf(error);
      return { kind: what === 'ECONNREFUSED' ? 'refused' : 'cut', what };
    }
  }
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return String(error);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Credentials, User } from '../../../libs/local-stack/src/kept-settings.ts';
import { isSuccess, type Call, type History, type Op } from './history.ts';

/** Has a password. */
export interface Member extends User {
  id: string;
}

interface Question {
  op: Op;
  user?: string;
  subject?: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  body?: object | string;
  /** The content type of a text; without it a text is a form of OAuth. */
  type?: string;
  /** Also the idempotency key, so that a repeated request has no second effect. */
  key?: string;
  authorization: string;
}

/** A caller waits this long for an answer, and then calls the other gateway. */
const PATIENCE_MS = 4_000;
const PAUSE_MS = 150;
const FORM = 'application/x-www-form-urlencoded';
/** Tokens live for 15 minutes. */
const RENEW_MS = 8 * 60_000;

/** Each call goes to one gateway, and after a failure to the other. The history records all of them. */
export class GatewayCaller {
  private readonly gateways: Pool[];
  private readonly history: History;
  private readonly client: Credentials;
  private readonly provider: string;
  private readonly tokens = new Map<string, { text: string; at: number }>();

  constructor(urls: string[], history: History, client: Credentials, provider: string) {
    const patience = { headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS, connect: { timeout: 2_000 } };
    this.gateways = urls.map((url) => new Pool(url, { ...patience, connections: 64 }));
    this.history = history;
    this.client = client;
    this.provider = provider;
  }

  token(gateway: number): Promise<Call> {
    return this.persist(gateway, () => this.tokenQuestion({ grant_type: 'client_credentials' }));
  }

  /** Row 5. */
  makeUser(gateway: number, owner: string): Promise<Call> {
    const path = `/api/1/oauth2/provider/${this.provider}/${owner}`;
    return this.asClient(gateway, { op: 'make-user', subject: owner, method: 'POST', path, key: owner });
  }

  /** Row 6. */
  connect(gateway: number, user: string, owner: string): Promise<Call> {
    const body = { provider_name: this.provider, owner_id: owner };
    const path = `/api/1/user/connections/${user}`;
    return this.asClient(gateway, { op: 'connect', user, subject: owner, method: 'POST', path, body, key: owner });
  }

  /** Row 9. */
  deleteUser(gateway: number, user: string): Promise<Call> {
    const path = `/api/1/user/${user}/delete`;
    return this.asClient(gateway, { op: 'delete-user', user, method: 'POST', path, key: `delete-${user}` });
  }

  /** Row 2. */
  sendEvent(gateway: number, user: string, n: number): Promise<Call> {
    const path = `/api/1/terminal/${user}/events/${EVENT}`;
    const key = `${user}-${n}`;
    return this.asClient(gateway, { op: 'event', user, subject: String(n), method: 'POST', path, body: { n }, key });
  }

  /** Row 3. */
  readOwner(gateway: number, user: string, owner: string): Promise<Call> {
    const path = `/api/1/oauth2/provider/${this.provider}/${owner}`;
    return this.asClient(gateway, { op: 'read-owner', user, subject: owner, method: 'GET', path });
  }

  /** Row 4. */
  readConnections(gateway: number, user: string): Promise<Call> {
    return this.asClient(gateway, {
      op: 'read-connections',
      user,
      method: 'GET',
      path: `/api/1/user/connections/${user}`,
    });
  }

  readEvents(gateway: number, user: string): Promise<Call> {
    const path = `/api/1/terminal/${user}/events?limit=10`;
    return this.asClient(gateway, { op: 'read-events', user, method: 'GET', path });
  }

  readLedger(gateway: number, { id, username, password }: Member): Promise<Call> {
    return this.persist(gateway, async () => {
      const form = { grant_type: 'password', username, password, scope: 'rewards' };
      const authorization = await this.bearer(gateway, username, form);
      return { op: 'read-ledger', user: id, method: 'GET', path: '/api/1/stack/transactions?limit=20', authorization };
    });
  }

  /** A call beside the load, as the client or as a member. The judge looks at its status only. */
  tour(gateway: number, step: Omit<Question, 'op' | 'authorization'>, member?: Member): Promise<Call> {
    const call = { op: 'tour', subject: `${step.method} ${step.path}`, ...step } as const;
    if (!member) return this.asClient(gateway, call);
    return this.persist(gateway, async () => {
      const { id: user, username, password } = member;
      const form = { grant_type: 'password', username, password, scope: 'profile cards optins rewards' };
      return { ...call, user, authorization: await this.bearer(gateway, `tour of ${username}`, form) };
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.gateways.map((gateway) => gateway.destroy()));
  }

  private asClient(gateway: number, question: Omit<Question, 'authorization'>): Promise<Call> {
    return this.persist(gateway, async () => {
      const authorization = await this.bearer(gateway, 'client', { grant_type: 'client_credentials' });
      return { ...question, authorization };
    });
  }

  private async bearer(gateway: number, name: string, form: Record<string, string>): Promise<string> {
    const known = this.tokens.get(name);
    if (known && Date.now() - known.at < RENEW_MS) return known.text;
    const answer = await this.persist(gateway, () => this.tokenQuestion(form));
    const text = `Bearer ${answer.id ?? ''}`;
    this.tokens.set(name, { text, at: Date.now() });
    return text;
  }

  private tokenQuestion(form: Record<string, string>): Promise<Question> {
    const { id, secret } = this.client;
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const body = new URLSearchParams(form).toString();
    return Promise.resolve({ op: 'token', method: 'POST', path: '/oauth2/token', body, authorization });
  }

  /** Calls both gateways in turn until the answer is a success or a lasting fault. */
  private async persist(first: number, question: () => Promise<Question>): Promise<Call> {
    for (let attempt = 0; ; attempt += 1) {
      const call = await this.ask((first + attempt) % this.gateways.length, await question());
      // The file must not hold tokens.
      this.history.add(call.op === 'token' ? { ...call, id: '' } : call);
      if (isSuccess(call) || call.fault !== undefined) return call;
      await sleep(PAUSE_MS);
    }
  }

  /** Never throws: every end is a call. */
  private async ask(gateway: number, { op, user = '', subject = '', ...question }: Question): Promise<Call> {
    const call: Call = { kind: 'call', op, gateway, user, subject, begun: Date.now(), ended: 0, status: 0 };
    try {
      const { method, path, body, type, key, authorization } = question;
      const answer = await this.gateways[gateway]?.request({
        ...{ method, path, body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null) },
        headers: {
          authorization,
          'content-type': typeof body === 'string' ? (type ?? FORM) : 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = (await answer?.body.text()) ?? '';
      call.status = answer?.statusCode ?? 0;
      if (isSuccess(call)) Object.assign(call, contentOf(op, text === '' ? undefined : JSON.parse(text)));
      else if (!isTransient(call.status, answer?.headers['retry-after'], text)) call.fault = text.slice(0, 300);
    } catch {
      call.status = 0;
    }
    return { ...call, ended: Date.now() };
  }
}

export const EVENT = 'faults-rewarded';

/** The other gateway may still work on the request of this key. */
function isTransient(status: number, retryAfter: unknown, text: string): boolean {
  return retryAfter !== undefined && (status === 503 || (status === 409 && text.includes('idempotency-in-progress')));
}

function contentOf(op: Op, answer: unknown): Pick<Call, 'id' | 'list' | 'answer'> {
  const one = answer as { id?: string; user_id?: string; access_token?: string };
  const many = answer as { id: string; owner_id: string; value: number }[];
  if (op === 'tour') return { answer };
  if (op === 'token') return { id: one.access_token ?? '' };
  if (op === 'event') return { id: one.id ?? '' };
  if (op === 'make-user' || op === 'read-owner' || op === 'connect') return { id: one.user_id ?? '' };
  if (op === 'read-connections') return { list: many.map(({ owner_id }) => owner_id) };
  if (op === 'read-events') return { list: many.map(({ id }) => id) };
  if (op === 'read-ledger') return { list: many.map(({ value }) => String(value)) };
  return {};
}

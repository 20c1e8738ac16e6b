import type { StackFile } from '../../libs/local-stack/src/stack-file.ts';
import type { Mail } from '../../libs/local-stack/src/mail/mail.ts';
import { setTimeout as sleep } from 'node:timers/promises';

interface Call {
  body?: unknown;
  form?: FormData;
  token?: string;
}

/** Tokens live for 15 minutes. */
const renewAfterMs = 8 * 60_000;
const mailPatienceMs = 15_000;
const pollMs = 200;
/**
 * The run rotates the signing keys several times a minute, but a gateway asks for keys at most once in five seconds.
 * After two quick rotations it refuses a token of the newest key for that long.
 */
const keyPatienceMs = 6_000;
const keyPauseMs = 1_000;

/** Prepares objects through the gateway, like any caller. Here a refusal is a fault of the run. */
export class WorldApi {
  readonly stack: StackFile;
  #token: Promise<string> | undefined;
  #tokenAt = 0;
  #reading: Promise<Mail[]> | undefined;

  constructor(stack: StackFile) {
    this.stack = stack;
  }

  /** The administrator's client has every scope. */
  async token(): Promise<string> {
    if (!this.#token || Date.now() - this.#tokenAt > renewAfterMs) {
      this.#tokenAt = Date.now();
      this.#token = this.#grant({ grant_type: 'client_credentials' });
    }
    return this.#token;
  }

  /** The administrator's client may use the password grant. */
  userToken(username: string, password: string): Promise<string> {
    return this.#grant({ grant_type: 'password', username, password });
  }

  async call<T>(method: string, path: string, { body, form, token }: Call = {}): Promise<T> {
    const bearer = token ?? (await this.token());
    const ask = () =>
      fetch(`${this.stack.base_url}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${bearer}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    let answer = await ask();
    for (let waited = 0; answer.status === 401 && waited < keyPatienceMs; waited += keyPauseMs) {
      await sleep(keyPauseMs);
      answer = await ask();
    }
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the world could not be prepared: ${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** The nonce of the newest mail to this address, other than `known`. */
  async mailedNonce(address: string, known?: string): Promise<string> {
    const deadline = Date.now() + mailPatienceMs;
    while (Date.now() < deadline) {
      const mail = (await this.#mails()).find(({ to }) => to === address);
      const nonce = /#nonce=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
      if (nonce !== undefined && nonce !== known) return nonce;
      await sleep(pollMs);
    }
    throw new Error(`no mail came to ${address}`);
  }

  /** Callers of the same moment share one request. */
  #mails(): Promise<Mail[]> {
    this.#reading ??= fetch(this.stack.mail_api)
      .then((answer) => answer.json() as Promise<Mail[]>)
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }

  async #grant(form: Record<string, string>): Promise<string> {
    const { id, secret } = this.stack.admin;
    const answer = await fetch(`${this.stack.base_url}/oauth2/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams(form),
    });
    const { access_token } = (await answer.json()) as { access_token?: string };
    if (access_token === undefined) throw new Error(`no token for ${form['grant_type'] ?? ''}: ${answer.status}`);
    return access_token;
  }
}

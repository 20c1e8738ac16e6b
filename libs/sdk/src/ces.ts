import type { TokenRequest, Tokens } from './generated/api.ts';
import { CardDefinitions, Cards, Clients, Coupons, Me, Optins, Stacks, Surveys, Users } from './generated/calls.ts';
import type { Items } from './http/items.ts';
import { TokenSource } from './http/token-source.ts';
import { Transport, type Call, type CallOptions, type Query } from './http/transport.ts';
import { Campaigns } from './resources/campaigns.ts';
import { Events } from './resources/events.ts';
import { Imports } from './resources/imports.ts';
import { Registrations } from './resources/registrations.ts';
import { Segments } from './resources/segments.ts';
import { Webhooks } from './resources/webhooks.ts';
import { verify } from './webhooks/verify.ts';

export interface CesOptions {
  /** For example `https://ces.example.com`. */
  baseUrl: string;
  /** Needs its secret, too. The sdk then gets and renews client tokens by itself. */
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  /** A token from elsewhere, or a function that gets one. It is asked before each call. */
  token?: string | (() => string | Promise<string>) | undefined;
  /** The limit of each attempt: 30,000 by default. */
  timeoutMs?: number | undefined;
  /** 4 by default. */
  maxRetries?: number | undefined;
  /** The language of texts, for example `nl_NL`. */
  locale?: string | undefined;
  /** The client for which an operator acts. */
  onBehalfOf?: string | undefined;
  fetch?: typeof fetch | undefined;
}

/** The service, as a client of it. */
export class Ces {
  /** Receivers of webhooks need no client. */
  static readonly webhooks = { verify };

  readonly users: Users;
  readonly registrations: Registrations;
  readonly events: Events;
  readonly segments: Segments;
  readonly campaigns: Campaigns;
  readonly coupons: Coupons;
  readonly stacks: Stacks;
  readonly surveys: Surveys;
  readonly optins: Optins;
  readonly cards: Cards;
  readonly cardDefinitions: CardDefinitions;
  readonly webhooks: Webhooks;
  readonly imports: Imports;
  readonly clients: Clients;
  private readonly http: Transport;

  constructor(options: CesOptions) {
    this.http = new Transport({
      baseUrl: options.baseUrl.replace(/\/+$/, ''),
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      timeoutMs: options.timeoutMs ?? 30_000,
      maxRetries: options.maxRetries ?? 4,
      locale: options.locale,
      onBehalfOf: options.onBehalfOf,
    });
    const tokens = this.tokensOf(options);
    if (tokens !== undefined) this.http = new Transport({ ...this.http.settings, tokens });
    this.users = new Users(this.http);
    this.registrations = new Registrations(this.http);
    this.events = new Events(this.http);
    this.segments = new Segments(this.http);
    this.campaigns = new Campaigns(this.http);
    this.coupons = new Coupons(this.http);
    this.stacks = new Stacks(this.http);
    this.surveys = new Surveys(this.http);
    this.optins = new Optins(this.http);
    this.cards = new Cards(this.http);
    this.cardDefinitions = new CardDefinitions(this.http);
    this.webhooks = new Webhooks(this.http);
    this.imports = new Imports(this.http);
    this.clients = new Clients(this.http);
  }

  /** The calls of a user, whose token comes from a sign-in. */
  asUser(token: string | (() => string | Promise<string>)): Me {
    return new Me(new Transport({ ...this.http.settings, tokens: given(token) }));
  }

  /** A route for which the sdk has no method. The types of bodies and answers are exported. */
  request<T>(method: string, path: string, call?: Call): Promise<T> {
    return this.http.json(method, path, call);
  }

  /** A list for which the sdk has no method. */
  list<T>(path: string, query?: Query, options?: CallOptions): Items<T> {
    return this.http.list(path, query, options);
  }

  private tokensOf({ clientId, clientSecret, token }: CesOptions): TokenSource | undefined {
    if (token !== undefined) return given(token);
    if (clientId === undefined || clientSecret === undefined) return undefined;
    const basic = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
    const form: TokenRequest = { grant_type: 'client_credentials' };
    const anonymous = this.http;
    return new TokenSource(() =>
      anonymous.json<Tokens>('POST', '/oauth2/token', {
        body: new URLSearchParams(Object.entries(form)),
        headers: { authorization: `Basic ${basic}` },
      }),
    );
  }
}

/** The giver keeps and renews it. */
function given(token: string | (() => string | Promise<string>)): TokenSource {
  return new TokenSource(async () => ({
    access_token: typeof token === 'string' ? token : await token(),
    expires_in: 0,
  }));
}

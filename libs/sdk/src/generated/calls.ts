// Generated from docs/openapi.json: UPDATE_DOCS=1 npm test -- openapi
import { Calls, type QueryOf } from '../http/calls.ts';
import type { Items } from '../http/items.ts';
import { at, type CallOptions } from '../http/transport.ts';
import type {
  Activated,
  AdminUser,
  AskedSurvey,
  AudienceSize,
  AudienceToCount,
  AuthNonce,
  Availability,
  Backtest,
  Balance,
  BegunBacktest,
  Campaign,
  CampaignByName,
  CampaignStats,
  CampaignValidation,
  CampaignVersion,
  Card,
  CardChange,
  CardDefinition,
  CardDefinitionByName,
  CardToAdd,
  CardToLink,
  CardTransfer,
  CardsToIssue,
  Client,
  ClientByName,
  ClientChange,
  Connection,
  ConnectionRef,
  Correction,
  Coupon,
  CouponByName,
  CouponCode,
  CreatedClient,
  Deleted,
  DeletedCampaign,
  DeletedSegment,
  DeletedUser,
  DeletionRequested,
  DryRun,
  EventStats,
  ExternalSegment,
  FoundCredentials,
  FoundUser,
  IssuedCards,
  LedgerEntry,
  Listener,
  LoggedEventWithOutcomes,
  MailedNonce,
  MemberImport,
  MemberImportFault,
  NewBacktest,
  NewCampaign,
  NewCardDefinition,
  NewClient,
  NewCodes,
  NewCorrection,
  NewCoupon,
  NewCredentials,
  NewListener,
  NewName,
  NewNamedWebhook,
  NewOptin,
  NewPerson,
  NewPortalSession,
  NewSecret,
  NewSimulation,
  NewStack,
  NewSurvey,
  NewSurveyAnswer,
  NewWebhook,
  NextStep,
  Optin,
  OptinAnswers,
  OptinByName,
  OptinDefinition,
  PasswordChange,
  Person,
  PersonChange,
  PersonData,
  PersonFields,
  PortalLink,
  Registration,
  RemovedCard,
  ReplaySince,
  ResendChoice,
  Resent,
  RetiredDefinition,
  RetiredOptin,
  SegmentMember,
  SetAsideEvent,
  Simulation,
  SlipFlags,
  Stack,
  StackByName,
  StoredDefinition,
  Survey,
  SurveyAnswer,
  SurveyByName,
  SurveyResults,
  TestEvent,
  TicketCode,
  TimelineEntry,
  UserCards,
  UserDetails,
  UserExport,
  UserSlip,
  Username,
  ValidData,
  Wallet,
  Webhook,
  WebhookAttempt,
  WebhookByName,
  WebhookChange,
  WebhookDetails,
  WebhookSecret,
  WebhookStats,
} from './api.ts';

export class Users extends Calls {
  /** Create the user of a provider account if there is none. The call is safe to repeat: it answers the connection in either case. */
  ensure(providerName: string, ownerId: string, options?: CallOptions): Promise<Connection> {
    return this.http.json('POST', at`/api/1/oauth2/provider/${providerName}/${ownerId}`, options);
  }

  /** Find a connection. Says which user an account at a provider belongs to. */
  find(providerName: string, ownerId: string, options?: CallOptions): Promise<Connection> {
    return this.http.json('GET', at`/api/1/oauth2/provider/${providerName}/${ownerId}`, options);
  }

  /** Find a user by name. The name must match as a whole; case and width do not matter. */
  findByName(body: Username, options?: CallOptions): Promise<FoundCredentials> {
    return this.http.json('POST', '/api/1/user/credentials/find', { ...options, body });
  }

  /** Find users by the beginning of a text, or by name or connection. With `q` the answer has users whose name, mail address, owner id or card number begins so, or whose id it is. They come in this order, each once: user id, mail address, full name, family name, owner id, card number, and within these by the alphabet. A page may have fewer users than `limit`; the list ends where there is no next link. Else give `username`, or `provider_name` with `owner_id`, whole. There is no list of all users. */
  search(query?: QueryOf<'AdminUsers.search'>, options?: CallOptions): Items<FoundUser | AdminUser> {
    return this.http.list('/api/1/admin/users', query, options);
  }

  /** Read a user's state. Says whether the user is active and has completed the registration. */
  get(userId: string, options?: CallOptions): Promise<UserDetails> {
    return this.http.json('GET', at`/api/1/user/details/${userId}`, options);
  }

  /** Read a user, even a closed one. The answer has the connections of the user. */
  account(userId: string, options?: CallOptions): Promise<AdminUser> {
    return this.http.json('GET', at`/api/1/admin/users/${userId}`, options);
  }

  /** Read the personal data of a user. Fields that the user has not given are absent. */
  person(userId: string, options?: CallOptions): Promise<Person> {
    return this.http.json('GET', at`/api/1/user/person/details/${userId}`, options);
  }

  /** Read what a user has: cards, slips, balances, surveys, opt-ins and segments. One document, gathered from several services. A part whose service does not answer is null and is named in `away`. */
  wallet(userId: string, options?: CallOptions): Promise<Wallet> {
    return this.http.json('GET', at`/api/1/admin/users/${userId}/wallet`, options);
  }

  /** List everything that happened to a user, newest first. Events with what each campaign said, rewards, cards, opt-ins and the account in one list. A page may have fewer entries than `limit`; the list ends where there is no next link. While a service does not answer, an entry `away` at the head of the page stands for its entries, and names the types that are missing. Visits of colleagues are in the audit log. */
  timeline(userId: string, query?: QueryOf<'UserLife.timeline'>, options?: CallOptions): Items<TimelineEntry> {
    return this.http.list(at`/api/1/admin/users/${userId}/timeline`, query, options);
  }

  /** Export everything that the services hold about a user. One document for the user who asks for it. It takes some seconds if there is much. */
  export(userId: string, options?: CallOptions): Promise<UserExport> {
    return this.http.json('GET', at`/api/1/admin/users/${userId}/export`, options);
  }

  /** Correct a user's points. The correction is an entry of the ledger, of which webhooks are told by `transaction-created`. Send an `Idempotency-Key`, so that a repetition books nothing. A correction that takes away more points than the user has is refused, unless the stack says `allow_negative`. */
  correctBalance(userId: string, body: NewCorrection, options?: CallOptions): Promise<Correction> {
    return this.http.json('POST', at`/api/1/admin/users/${userId}/transactions`, { ...options, body });
  }

  /** List a user's connections. A user without connections has an empty list. */
  connections(userId: string, query?: QueryOf<'Users.connections'>, options?: CallOptions): Items<Connection> {
    return this.http.list(at`/api/1/user/connections/${userId}`, query, options);
  }

  /** Connect a user with a provider account. An account at a provider belongs to one user only. */
  connect(userId: string, body: ConnectionRef, options?: CallOptions): Promise<Connection> {
    return this.http.json('POST', at`/api/1/user/connections/${userId}`, { ...options, body });
  }

  /** Remove a connection. The user stays. The provider account can be connected again. */
  disconnect(userId: string, providerName: string, ownerId: string, options?: CallOptions): Promise<Deleted> {
    return this.http.json('DELETE', at`/api/1/admin/users/${userId}/connections/${providerName}/${ownerId}`, options);
  }

  /** Deactivate a user: no sign-in and no token works. The data stays. Reactivate the user to undo it. */
  deactivate(userId: string, options?: CallOptions): Promise<AdminUser> {
    return this.http.json('POST', at`/api/1/admin/users/${userId}:deactivate`, options);
  }

  /** Reactivate a user. The user can sign in again. */
  reactivate(userId: string, options?: CallOptions): Promise<AdminUser> {
    return this.http.json('POST', at`/api/1/admin/users/${userId}:reactivate`, options);
  }

  /** Close an account at once; the service erases it when the user confirms, or after the grace time. All reads answer 404 from now on, and tokens of the user stop working. The user gets a mail with a nonce. To close it twice changes nothing. */
  delete(userId: string, options?: CallOptions): Promise<DeletedUser> {
    return this.http.json('POST', at`/api/1/user/${userId}/delete`, options);
  }

  /** Open a closed account again, within its grace time. Connections that another user has got meanwhile do not come back. */
  restore(userId: string, options?: CallOptions): Promise<AdminUser> {
    return this.http.json('POST', at`/api/1/admin/users/${userId}:restore`, options);
  }
}

export class EventCalls extends Calls {
  /** List the definitions. The newest version of each event, newest first. */
  definitions(query?: QueryOf<'Events.list'>, options?: CallOptions): Items<StoredDefinition> {
    return this.http.list('/api/1/terminal/events', query, options);
  }

  /** Read the newest version of a definition, or a given one. The definition comes as it was sent, but its numbers and the order of its keys may be written another way. */
  definition(eventName: string, query?: QueryOf<'Events.get'>, options?: CallOptions): Promise<StoredDefinition> {
    return this.http.json('GET', at`/api/1/terminal/events/${eventName}`, { ...options, query });
  }

  /** List the versions of a definition. The list is newest first. */
  versions(eventName: string, query?: QueryOf<'Events.versions'>, options?: CallOptions): Items<StoredDefinition> {
    return this.http.list(at`/api/1/terminal/events/${eventName}/versions`, query, options);
  }

  /** Validate data without sending the event. Nothing is stored, and no campaign sees it. */
  validate(eventName: string, body: object, options?: CallOptions): Promise<ValidData> {
    return this.http.json('POST', at`/api/1/terminal/events/${eventName}:validate`, { ...options, body });
  }

  /** List the events of a user with the outcomes of campaigns. For each event the list says which campaigns rewarded it, and why the others did not. */
  ofUser(userId: string, query?: QueryOf<'Events.ofUser'>, options?: CallOptions): Items<LoggedEventWithOutcomes> {
    return this.http.list(at`/api/1/terminal/${userId}/events`, query, options);
  }

  /** Count the events of a name by hour or day. Newest first. Every accepted event is counted from the moment at which it is answered. */
  stats(eventName: string, query?: QueryOf<'EventStats.stats'>, options?: CallOptions): Items<EventStats> {
    return this.http.list(at`/api/1/terminal/events/${eventName}/stats`, query, options);
  }

  /** Retire an event, so that none is accepted any more. Versions and accepted events stay readable. To put the definition again brings the event back. An event that a running or paused campaign uses is not retired. To retire it twice changes nothing. */
  retire(eventName: string, options?: CallOptions): Promise<RetiredDefinition> {
    return this.http.json('DELETE', at`/api/1/terminal/events/${eventName}`, options);
  }
}

export class SegmentCalls extends Calls {
  /** List the segments, the newest first. A client sees the segments of all clients. */
  list(query?: QueryOf<'Segments.list'>, options?: CallOptions): Items<ExternalSegment> {
    return this.http.list('/api/1/external-segmentation/external-segment/list', query, options);
  }

  /** Read a segment. While the file is processed, `progress` says how far it is. */
  get(segmentId: string, options?: CallOptions): Promise<ExternalSegment> {
    return this.http.json('GET', at`/api/1/external-segmentation/external-segment/${segmentId}`, options);
  }

  /** List the current members of a segment. While a new file is processed, these are the members by the file before. */
  members(segmentId: string, query?: QueryOf<'Segments.members'>, options?: CallOptions): Items<SegmentMember> {
    return this.http.list(at`/api/1/external-segmentation/external-segment/${segmentId}/members`, query, options);
  }

  /** Delete a segment that is processed and that no campaign uses. Only the client that made the segment, or one with `admin`, may do that. */
  delete(segmentId: string, options?: CallOptions): Promise<DeletedSegment> {
    return this.http.json('DELETE', at`/api/1/external-segmentation/external-segment/${segmentId}`, options);
  }
}

export class CampaignCalls extends Calls {
  /** Draft a campaign. The campaign judges nothing until it is started. The condition and the effects are checked at once. */
  create(body: NewCampaign, options?: CallOptions): Promise<Campaign> {
    return this.http.json('POST', '/api/1/admin/campaigns', { ...options, body });
  }

  /** List the campaigns. Drafts, running, paused and ended campaigns, newest first. */
  list(query?: QueryOf<'Campaigns.list'>, options?: CallOptions): Items<Campaign> {
    return this.http.list('/api/1/admin/campaigns', query, options);
  }

  /** Read a campaign. The newest version, with what it has given so far. */
  get(id: string, options?: CallOptions): Promise<Campaign> {
    return this.http.json('GET', at`/api/1/admin/campaigns/${id}`, options);
  }

  /** Make a new version; that of a running campaign judges events accepted from now on. The body replaces the whole campaign. Events that were accepted before are judged by the version of their time. */
  put(id: string, body: NewCampaign, options?: CallOptions): Promise<Campaign> {
    return this.http.json('PUT', at`/api/1/admin/campaigns/${id}`, { ...options, body });
  }

  /** Start or resume a campaign. A draft or a paused campaign runs from now on. */
  start(id: string, options?: CallOptions): Promise<Campaign> {
    return this.http.json('POST', at`/api/1/admin/campaigns/${id}:start`, options);
  }

  /** Pause a campaign; it never judges events accepted meanwhile. Start it to resume it. */
  pause(id: string, options?: CallOptions): Promise<Campaign> {
    return this.http.json('POST', at`/api/1/admin/campaigns/${id}:pause`, options);
  }

  /** End a campaign for good. An ended campaign cannot be started again. To end it twice changes nothing. */
  end(id: string, options?: CallOptions): Promise<Campaign> {
    return this.http.json('POST', at`/api/1/admin/campaigns/${id}:end`, options);
  }

  /** Delete a draft. Only a campaign that never ran can be deleted. End one that runs; its results stay readable. */
  delete(id: string, options?: CallOptions): Promise<DeletedCampaign> {
    return this.http.json('DELETE', at`/api/1/admin/campaigns/${id}`, options);
  }

  /** Read all faults of a campaign that is not saved. Nothing is stored. The checks are those of saving and of starting. A campaign whose event is retired, or whose coupon has no codes left, can be saved all the same. */
  validate(body: NewCampaign, options?: CallOptions): Promise<CampaignValidation> {
    return this.http.json('POST', '/api/1/admin/campaigns:validate', { ...options, body });
  }

  /** Count the users of an audience. The count is exact. Where segments meet opt-ins or card tiers of millions of users, a size that takes more than a minute is refused with 503. */
  audience(body: AudienceToCount, options?: CallOptions): Promise<AudienceSize> {
    return this.http.json('POST', '/api/1/admin/campaigns:audience', { ...options, body });
  }

  /** Read the verdict that an event would get now, step by step, without changing anything. The verdict names each step that has a result, and the effects that the user would get. */
  simulate(id: string, body: NewSimulation, options?: CallOptions): Promise<Simulation> {
    return this.http.json('POST', at`/api/1/admin/campaigns/${id}:simulate`, { ...options, body });
  }

  /** Count what a campaign decided, by hour or by day. The newest bucket first; a bucket without a judged event is left out. The counts are exact, also those of the bucket that is under way. An event counts at the moment at which it was accepted. */
  stats(id: string, query?: QueryOf<'Campaigns.stats'>, options?: CallOptions): Items<CampaignStats> {
    return this.http.list(at`/api/1/admin/campaigns/${id}/stats`, query, options);
  }

  /** List the versions of a campaign. The list is newest first. Each version has the whole campaign, what it changed, and when it ran. */
  versions(id: string, query?: QueryOf<'CampaignDrafts.versions'>, options?: CallOptions): Items<CampaignVersion> {
    return this.http.list(at`/api/1/admin/campaigns/${id}/versions`, query, options);
  }

  /** Draft a copy of a campaign. The copy is a draft of the newest version, in whatever state the campaign is. It is refused when the campaign names what no longer exists. */
  clone(id: string, body?: NewName, options?: CallOptions): Promise<Campaign> {
    return this.http.json('POST', at`/api/1/admin/campaigns/${id}:clone`, { ...options, body });
  }

  /** Judge past events by a campaign that is not saved. Nothing is granted or changed. The campaign counts by caps and budgets of its own, takes the stock of codes as sufficient, and knows segments, opt-ins and cards as they are now. */
  beginBacktest(body: NewBacktest, options?: CallOptions): Promise<BegunBacktest> {
    return this.http.json('POST', '/api/1/admin/campaigns:backtest', { ...options, body });
  }

  /** Read how far a backtest is, and what it has counted. The counts grow while it runs, and are kept for 30 days. */
  getBacktest(id: string, options?: CallOptions): Promise<Backtest> {
    return this.http.json('GET', at`/api/1/admin/campaigns/backtests/${id}`, options);
  }

  /** Read a campaign by its key. The answer is that of reading it by its id. */
  getByName(name: string, options?: CallOptions): Promise<Campaign> {
    return this.http.json('GET', at`/api/1/admin/campaigns/by-name/${name}`, options);
  }

  /** Make a campaign of this key, or replace the one that has it. A replacement is a new version; the state stays, and a new campaign is a draft. To repeat the request changes nothing. `adopt` gives the key to an object that exists, and `dry_run=true` only tells the differences. */
  putByName(name: string, body: NewCampaign, query?: QueryOf<'CampaignsByName.put'>, options?: CallOptions): Promise<CampaignByName | DryRun> {
    return this.http.json('PUT', at`/api/1/admin/campaigns/by-name/${name}`, { ...options, query, body });
  }
}

export class Coupons extends Calls {
  /** Define a coupon with codes, or let the service generate codes. Give `codes`, or `generate`. Each code goes to one user. */
  create(body: NewCoupon, options?: CallOptions): Promise<Coupon> {
    return this.http.json('POST', '/api/1/admin/coupons', { ...options, body });
  }

  /** List the coupons. The list is newest first, with the stock of each coupon. */
  list(query?: QueryOf<'CouponsAdmin.list'>, options?: CallOptions): Items<Coupon> {
    return this.http.list('/api/1/admin/coupons', query, options);
  }

  /** Read a coupon. The answer says how many codes are left. */
  get(id: string, options?: CallOptions): Promise<Coupon> {
    return this.http.json('GET', at`/api/1/admin/coupons/${id}`, options);
  }

  /** List the codes of a coupon, or find one. In the order of the codes, each with its state, and with its slip when a user has it. */
  codes(id: string, query?: QueryOf<'CouponCodes.codes'>, options?: CallOptions): Items<CouponCode> {
    return this.http.list(at`/api/1/admin/coupons/${id}/codes`, query, options);
  }

  /** Add codes to a coupon. JSON: give `codes`, or `generate`; a code that the coupon has already refuses all of them. A form with a CSV file of up to a million codes answers 202, and the codes are added soon after; a code that the coupon has already is passed over and named. */
  addCodes(id: string, body: NewCodes, options?: CallOptions): Promise<Coupon> {
    return this.http.json('POST', at`/api/1/admin/coupons/${id}/codes`, { ...options, body });
  }

  /** Redeem a ticket by its code, once. A till calls this. A code that was redeemed is refused from then on. */
  redeem(body: TicketCode, options?: CallOptions): Promise<UserSlip> {
    return this.http.json('POST', '/api/1/coupon/tickets:redeem', { ...options, body });
  }

  /** Revoke the ticket of a slip. The code cannot be redeemed any more. The user keeps the slip, with its state. */
  revokeSlip(id: string, options?: CallOptions): Promise<UserSlip> {
    return this.http.json('POST', at`/api/1/admin/coupon-slips/${id}:revoke`, options);
  }

  /** Read a coupon by its key. The answer is that of reading it by its id. */
  getByName(name: string, options?: CallOptions): Promise<Coupon> {
    return this.http.json('GET', at`/api/1/admin/coupons/by-name/${name}`, options);
  }

  /** Make a coupon of this key, or replace the one that has it. Codes are added and never removed, and `generate` makes as many as are missing from its `count`. To repeat the request changes nothing. `adopt` gives the key to an object that exists, and `dry_run=true` only tells the differences. */
  putByName(name: string, body: NewCoupon, query?: QueryOf<'CouponsByName.put'>, options?: CallOptions): Promise<CouponByName | DryRun> {
    return this.http.json('PUT', at`/api/1/admin/coupons/by-name/${name}`, { ...options, query, body });
  }
}

export class Stacks extends Calls {
  /** Define a stack. A stack is a kind of points, with at least one block. */
  create(body: NewStack, options?: CallOptions): Promise<Stack> {
    return this.http.json('POST', '/api/1/admin/stacks', { ...options, body });
  }

  /** List the stacks. The list is newest first. */
  list(query?: QueryOf<'StacksAdmin.list'>, options?: CallOptions): Items<Stack> {
    return this.http.list('/api/1/admin/stacks', query, options);
  }

  /** Read a stack. The answer has its blocks. */
  get(id: string, options?: CallOptions): Promise<Stack> {
    return this.http.json('GET', at`/api/1/admin/stacks/${id}`, options);
  }

  /** Rename a stack or its blocks, or add blocks; existing blocks stay. Name a block by its id to rename it. A block without an id is new. */
  put(id: string, body: NewStack, options?: CallOptions): Promise<Stack> {
    return this.http.json('PUT', at`/api/1/admin/stacks/${id}`, { ...options, body });
  }

  /** Read a stack by its key. The answer is that of reading it by its id. */
  getByName(name: string, options?: CallOptions): Promise<Stack> {
    return this.http.json('GET', at`/api/1/admin/stacks/by-name/${name}`, options);
  }

  /** Make a stack of this key, or replace the one that has it. Blocks that the request does not name stay. To repeat the request changes nothing. `adopt` gives the key to an object that exists, and `dry_run=true` only tells the differences. */
  putByName(name: string, body: NewStack, query?: QueryOf<'StacksByName.put'>, options?: CallOptions): Promise<StackByName | DryRun> {
    return this.http.json('PUT', at`/api/1/admin/stacks/by-name/${name}`, { ...options, query, body });
  }
}

export class Surveys extends Calls {
  /** Define a survey. Questions and answers get ids, unless you give them. */
  create(body: NewSurvey, options?: CallOptions): Promise<Survey> {
    return this.http.json('POST', '/api/1/admin/surveys', { ...options, body });
  }

  /** List the surveys. The list is newest first. */
  list(query?: QueryOf<'SurveysAdmin.list'>, options?: CallOptions): Items<Survey> {
    return this.http.list('/api/1/admin/surveys', query, options);
  }

  /** Read a survey. The answer has the questions with their answers to choose from. */
  get(id: string, options?: CallOptions): Promise<Survey> {
    return this.http.json('GET', at`/api/1/admin/surveys/${id}`, options);
  }

  /** Replace title and questions; given answers stay, and questions with the same text keep their ids. The body replaces the whole survey. */
  put(id: string, body: NewSurvey, options?: CallOptions): Promise<Survey> {
    return this.http.json('PUT', at`/api/1/admin/surveys/${id}`, { ...options, body });
  }

  /** Count the answers to a survey, by question and answer. The counts are exact. A user answers a question once. Questions that the survey has no more are left out. */
  results(id: string, options?: CallOptions): Promise<SurveyResults> {
    return this.http.json('GET', at`/api/1/admin/surveys/${id}/results`, options);
  }

  /** Read a survey by its key. The answer is that of reading it by its id. */
  getByName(name: string, options?: CallOptions): Promise<Survey> {
    return this.http.json('GET', at`/api/1/admin/surveys/by-name/${name}`, options);
  }

  /** Make a survey of this key, or replace the one that has it. Given answers stay, and questions with the same text keep their ids. To repeat the request changes nothing. `adopt` gives the key to an object that exists, and `dry_run=true` only tells the differences. */
  putByName(name: string, body: NewSurvey, query?: QueryOf<'SurveysByName.put'>, options?: CallOptions): Promise<SurveyByName | DryRun> {
    return this.http.json('PUT', at`/api/1/admin/surveys/by-name/${name}`, { ...options, query, body });
  }
}

export class Optins extends Calls {
  /** Define an opt-in. Give the texts in each language; `en_GB` is required. */
  create(body: NewOptin, options?: CallOptions): Promise<OptinDefinition> {
    return this.http.json('POST', '/api/1/admin/optins', { ...options, body });
  }

  /** List the opt-ins, retired ones too. The list is newest first, with the texts in all languages. */
  list(query?: QueryOf<'OptinsAdmin.list'>, options?: CallOptions): Items<OptinDefinition> {
    return this.http.list('/api/1/admin/optins', query, options);
  }

  /** Read an opt-in. The answer has the texts in all languages. */
  get(id: string, options?: CallOptions): Promise<OptinDefinition> {
    return this.http.json('GET', at`/api/1/admin/optins/${id}`, options);
  }

  /** Change an opt-in; another text makes a new version. The body replaces the whole opt-in. Users keep the answers that they have given. */
  put(id: string, body: NewOptin, options?: CallOptions): Promise<OptinDefinition> {
    return this.http.json('PUT', at`/api/1/admin/optins/${id}`, { ...options, body });
  }

  /** Retire an opt-in; users are no longer asked, and given consents stay recorded. To retire it twice changes nothing. */
  retire(id: string, options?: CallOptions): Promise<RetiredOptin> {
    return this.http.json('DELETE', at`/api/1/admin/optins/${id}`, options);
  }

  /** Read an opt-in by its key. The answer is that of reading it by its id. */
  getByName(name: string, options?: CallOptions): Promise<OptinDefinition> {
    return this.http.json('GET', at`/api/1/admin/optins/by-name/${name}`, options);
  }

  /** Make an opt-in of this key, or replace the one that has it. Another text is a new version. A retired opt-in leaves its key to a new one. To repeat the request changes nothing. `adopt` gives the key to an object that exists, and `dry_run=true` only tells the differences. */
  putByName(name: string, body: NewOptin, query?: QueryOf<'OptinsByName.put'>, options?: CallOptions): Promise<OptinByName | DryRun> {
    return this.http.json('PUT', at`/api/1/admin/optins/by-name/${name}`, { ...options, query, body });
  }
}

export class CardDefinitions extends Calls {
  /** Define a kind of card. A field that is absent gets the initial value of the definition `default`, which exists from the start. */
  create(body: NewCardDefinition, options?: CallOptions): Promise<CardDefinition> {
    return this.http.json('POST', '/api/1/admin/card-definitions', { ...options, body });
  }

  /** List the card definitions. The list is newest first. */
  list(query?: QueryOf<'CardDefinitions.list'>, options?: CallOptions): Items<CardDefinition> {
    return this.http.list('/api/1/admin/card-definitions', query, options);
  }

  /** Read a card definition by its id or name. The answer has its tiers in their order. */
  get(id: string, options?: CallOptions): Promise<CardDefinition> {
    return this.http.json('GET', at`/api/1/admin/card-definitions/${id}`, options);
  }

  /** Replace a card definition; tiers that it no longer names get no new cards. The body replaces the whole definition. Cards keep their tiers. */
  put(id: string, body: NewCardDefinition, options?: CallOptions): Promise<CardDefinition> {
    return this.http.json('PUT', at`/api/1/admin/card-definitions/${id}`, { ...options, body });
  }

  /** Read a card definition by its key. The answer is that of reading it by its id. */
  getByName(name: string, options?: CallOptions): Promise<CardDefinition> {
    return this.http.json('GET', at`/api/1/admin/card-definitions/by-name/${name}`, options);
  }

  /** Make a card definition of this key, or replace the one that has it. Tiers that the request does not name get no new cards. To repeat the request changes nothing. `adopt` gives the key to an object that exists, and `dry_run=true` only tells the differences. */
  putByName(name: string, body: NewCardDefinition, query?: QueryOf<'CardDefinitionsByName.put'>, options?: CallOptions): Promise<CardDefinitionByName | DryRun> {
    return this.http.json('PUT', at`/api/1/admin/card-definitions/by-name/${name}`, { ...options, query, body });
  }
}

export class Cards extends Calls {
  /** Issue cards for a list of numbers, or for a CSV file with up to a million numbers. Either all cards are issued or none. Send the numbers as JSON, or a form with a file of one number per line. */
  issue(body: CardsToIssue, options?: CallOptions): Promise<IssuedCards> {
    return this.http.json('POST', '/api/1/admin/cards', { ...options, body });
  }

  /** Read a card. The answer shows the card as its users see it. */
  get(id: string, options?: CallOptions): Promise<Card> {
    return this.http.json('GET', at`/api/1/admin/cards/${id}`, options);
  }

  /** Change a card's state, expiration or tier. A field that is absent stays as it is. */
  change(id: string, body: CardChange, options?: CallOptions): Promise<Card> {
    return this.http.json('PATCH', at`/api/1/admin/cards/${id}`, { ...options, body });
  }

  /** Add a card to a user's account. The same rules hold as when the user adds the card, but for the limit of wrong numbers. A card that the user has already is answered in the same way. */
  link(userId: string, body: CardToLink, options?: CallOptions): Promise<Card> {
    return this.http.json('POST', at`/api/1/admin/users/${userId}/cards`, { ...options, body });
  }

  /** Give a card another number. The card keeps its id, users and tier. Its old number is not given out again. */
  transfer(id: string, body: CardTransfer, options?: CallOptions): Promise<Card> {
    return this.http.json('POST', at`/api/1/admin/cards/${id}:transfer`, { ...options, body });
  }

  /** Remove a card from an account, even if its definition does not let users remove it. The card itself stays, and other users keep it. */
  withdraw(id: string, userId: string, options?: CallOptions): Promise<RemovedCard> {
    return this.http.json('DELETE', at`/api/1/admin/cards/${id}/users/${userId}`, options);
  }
}

export class Clients extends Calls {
  /** Create a client. The answer shows the secret, and no later answer does. A public client has none. */
  create(body: NewClient, options?: CallOptions): Promise<CreatedClient> {
    return this.http.json('POST', '/api/1/admin/clients', { ...options, body });
  }

  /** List the clients. The list is newest first. It has no secrets. */
  list(query?: QueryOf<'Clients.list'>, options?: CallOptions): Items<Client> {
    return this.http.list('/api/1/admin/clients', query, options);
  }

  /** Read a client. The answer has no secret. */
  get(id: string, options?: CallOptions): Promise<Client> {
    return this.http.json('GET', at`/api/1/admin/clients/${id}`, options);
  }

  /** Change a client. A field that is absent stays as it is. Tokens that exist keep their scopes until they expire. */
  change(id: string, body: ClientChange, options?: CallOptions): Promise<Client> {
    return this.http.json('PATCH', at`/api/1/admin/clients/${id}`, { ...options, body });
  }

  /** Delete a client; its tokens stop working. Its webhooks are deleted too. This cannot be undone. */
  delete(id: string, options?: CallOptions): Promise<Deleted> {
    return this.http.json('DELETE', at`/api/1/admin/clients/${id}`, options);
  }

  /** Add a second secret. Both secrets work until one is retired. The answer shows the new one, and no later answer does. */
  addSecret(id: string, options?: CallOptions): Promise<NewSecret> {
    return this.http.json('POST', at`/api/1/admin/clients/${id}/secrets`, options);
  }

  /** Make the second secret the first. The first secret signs the deliveries to webhooks. The other one still works. */
  promoteSecret(id: string, options?: CallOptions): Promise<Client> {
    return this.http.json('POST', at`/api/1/admin/clients/${id}/secrets:promote`, options);
  }

  /** Retire the previous secret. From now on only one secret works. */
  retireSecret(id: string, query?: QueryOf<'Clients.retireSecret'>, options?: CallOptions): Promise<Client> {
    return this.http.json('DELETE', at`/api/1/admin/clients/${id}/secrets/previous`, { ...options, query });
  }

  /** Read a client by its key. The answer is that of reading it by its id. */
  getByName(name: string, options?: CallOptions): Promise<Client> {
    return this.http.json('GET', at`/api/1/admin/clients/by-name/${name}`, options);
  }

  /** Make a client of this key, or replace the one that has it. Secrets stay. A new client shows its secret in this one answer. To repeat the request changes nothing. `adopt` gives the key to an object that exists, and `dry_run=true` only tells the differences. */
  putByName(name: string, body: NewClient, query?: QueryOf<'ClientsByName.put'>, options?: CallOptions): Promise<ClientByName | DryRun> {
    return this.http.json('PUT', at`/api/1/admin/clients/by-name/${name}`, { ...options, query, body });
  }
}

export class WebhookCalls extends Calls {
  /** Register a webhook. The address gets signed batches of the events that you name. The secret of the webhook signs them, and so does that of the client. */
  create(body: NewWebhook, options?: CallOptions): Promise<Webhook> {
    return this.http.json('POST', '/api/1/terminal/webhooks', { ...options, body });
  }

  /** List the client's webhooks. Each client sees its own webhooks only. */
  list(query?: QueryOf<'Webhooks.list'>, options?: CallOptions): Items<Webhook> {
    return this.http.list('/api/1/terminal/webhooks', query, options);
  }

  /** Read a webhook and the state of its deliveries. `queue` says what waits, and when the next attempt is. */
  get(webhookId: string, options?: CallOptions): Promise<WebhookDetails> {
    return this.http.json('GET', at`/api/1/terminal/webhooks/${webhookId}`, options);
  }

  /** Change a webhook; waiting events are delivered by the new settings. A field that is absent stays as it is. */
  change(webhookId: string, body: WebhookChange, options?: CallOptions): Promise<WebhookDetails> {
    return this.http.json('PATCH', at`/api/1/terminal/webhooks/${webhookId}`, { ...options, body });
  }

  /** Delete a webhook. No new delivery starts a second later. Events that wait are dropped. */
  delete(webhookId: string, options?: CallOptions): Promise<Deleted> {
    return this.http.json('DELETE', at`/api/1/terminal/webhooks/${webhookId}`, options);
  }

  /** Read the webhook's own secret, which signs its deliveries. The receiver verifies `webhook-signature` with it (Standard Webhooks). */
  secret(webhookId: string, options?: CallOptions): Promise<WebhookSecret> {
    return this.http.json('GET', at`/api/1/terminal/webhooks/${webhookId}/secret`, options);
  }

  /** Replace the secret of a webhook. For 24 hours the replaced secret signs beside the new one. A second rotation retires it at once. */
  rotateSecret(webhookId: string, options?: CallOptions): Promise<WebhookSecret> {
    return this.http.json('POST', at`/api/1/terminal/webhooks/${webhookId}/secret:rotate`, options);
  }

  /** List the delivery attempts of a webhook with their payloads. Each attempt has its request, the answer and the time it took, newest first. */
  attempts(webhookId: string, query?: QueryOf<'Webhooks.attempts'>, options?: CallOptions): Items<WebhookAttempt> {
    return this.http.list(at`/api/1/terminal/webhooks/${webhookId}/attempts`, query, options);
  }

  /** Send a batch again, now and once. The receiver gets the same id and bytes, beside the queue. The call answers when the receiver has answered. */
  resend(webhookId: string, batch: string, options?: CallOptions): Promise<Resent> {
    return this.http.json('POST', at`/api/1/terminal/webhooks/${webhookId}/batches/${batch}:resend`, options);
  }

  /** Deliver all events since a moment again. Receivers know them by the same ids in `X-Service-Event-Ids`. */
  replay(webhookId: string, body: ReplaySince, options?: CallOptions): Promise<WebhookDetails> {
    return this.http.json('POST', at`/api/1/terminal/webhooks/${webhookId}:replay`, { ...options, body });
  }

  /** List the events set aside, newest first. The receiver refused each of them alone. They wait here until they are sent again. */
  setAside(webhookId: string, query?: QueryOf<'Deliveries.setAside'>, options?: CallOptions): Items<SetAsideEvent> {
    return this.http.list(at`/api/1/terminal/webhooks/${webhookId}/set-aside`, query, options);
  }

  /** Send events set aside again, now and once. Each event goes alone. Those that the receiver accepts leave the list. Without a body all of them go. */
  resendSetAside(webhookId: string, body?: ResendChoice, options?: CallOptions): Promise<Resent[]> {
    return this.http.json('POST', at`/api/1/terminal/webhooks/${webhookId}/set-aside:resend`, { ...options, body });
  }

  /** Count the attempts of a webhook by hour or day. Newest first. What waits now is the `queue` of the webhook itself. */
  stats(webhookId: string, query?: QueryOf<'Deliveries.stats'>, options?: CallOptions): Items<WebhookStats> {
    return this.http.list(at`/api/1/terminal/webhooks/${webhookId}/stats`, query, options);
  }

  /** Send an example of an event now and read its answer. The receiver gets one signed event with made-up data. The call answers when the receiver has answered. */
  test(webhookId: string, body: TestEvent, options?: CallOptions): Promise<WebhookAttempt> {
    return this.http.json('POST', at`/api/1/terminal/webhooks/${webhookId}:test`, { ...options, body });
  }

  /** Send a delivery without events now and read its answer. The receiver gets a signed batch of no events. The call answers when the receiver has answered. */
  ping(webhookId: string, options?: CallOptions): Promise<WebhookAttempt> {
    return this.http.json('POST', at`/api/1/terminal/webhooks/${webhookId}:ping`, options);
  }

  /** Enable a webhook; waiting events are delivered at once, in order. A webhook that was disabled for its failures begins anew. */
  enable(webhookId: string, options?: CallOptions): Promise<WebhookDetails> {
    return this.http.json('POST', at`/api/1/terminal/webhooks/${webhookId}:enable`, options);
  }

  /** Disable a webhook; new events wait. They wait for 30 days. Enable the webhook to deliver them. */
  disable(webhookId: string, options?: CallOptions): Promise<WebhookDetails> {
    return this.http.json('POST', at`/api/1/terminal/webhooks/${webhookId}:disable`, options);
  }

  /** Make a listener: a webhook without an address, for development. Its stream gives the deliveries that a webhook of these events would get. It is gone an hour after its last reader. */
  createListener(body: NewListener, options?: CallOptions): Promise<Listener> {
    return this.http.json('POST', '/api/1/terminal/listeners', { ...options, body });
  }

  /** Delete a listener. Its streams end within some seconds. */
  deleteListener(listenerId: string, options?: CallOptions): Promise<Deleted> {
    return this.http.json('DELETE', at`/api/1/terminal/listeners/${listenerId}`, options);
  }

  /** Make a link to the portal, for a subscriber without an account. The page shows deliveries of the webhooks that you name, and lets the subscriber send them again, test, read and rotate the secret, and enable the webhook. The link ends after `ttl`, and when the client is deleted, loses a scope, or has its tokens revoked. A client may have 10,000 links; one more ends the oldest. */
  createPortalSession(body: NewPortalSession, options?: CallOptions): Promise<PortalLink> {
    return this.http.json('POST', '/api/1/terminal/portal-sessions', { ...options, body });
  }

  /** Read a webhook by its key. The answer is that of reading it by its id. */
  getByName(name: string, options?: CallOptions): Promise<WebhookDetails> {
    return this.http.json('GET', at`/api/1/terminal/webhooks/by-name/${name}`, options);
  }

  /** Make a webhook of this key, or replace the one that has it. The secret stays. A new webhook shows its secret in this one answer. To repeat the request changes nothing. `adopt` gives the key to an object that exists, and `dry_run=true` only tells the differences. */
  putByName(name: string, body: NewNamedWebhook, query?: QueryOf<'WebhooksByName.put'>, options?: CallOptions): Promise<WebhookByName | DryRun> {
    return this.http.json('PUT', at`/api/1/terminal/webhooks/by-name/${name}`, { ...options, query, body });
  }
}

export class ImportCalls extends Calls {
  /** Read how far an import is, and what its lines did. Counts and faults are kept for 30 days. */
  get(id: string, options?: CallOptions): Promise<MemberImport> {
    return this.http.json('GET', at`/api/1/admin/imports/${id}`, options);
  }

  /** List why lines of an import were refused. The list is in the order of the file. Mend the lines and send the file again. */
  faults(id: string, query?: QueryOf<'Imports.faults'>, options?: CallOptions): Items<MemberImportFault> {
    return this.http.list(at`/api/1/admin/imports/${id}/faults`, query, options);
  }
}

export class RegistrationCalls extends Calls {
  /** Ask whether a name is free. A name that an unfinished registration holds is not free. */
  available(body: Username, options?: CallOptions): Promise<Availability> {
    return this.http.json('POST', '/api/1/user/credentials/available', { ...options, body });
  }

  /** Begin a registration with name and password. The nonce in the answer goes with the following steps. The same name and password continue an unfinished registration. */
  register(body: NewCredentials, options?: CallOptions): Promise<Registration> {
    return this.http.json('POST', '/api/1/user/credentials', { ...options, body });
  }

  /** Read the next missing step of a registration. The steps are 1 `user-credentials`, 2 `user-person`, 3 `user-optins`, 4 `customer-card`. The call changes nothing. */
  nextStep(query?: QueryOf<'Registration.nextStep'>, options?: CallOptions): Promise<NextStep | undefined> {
    return this.http.json('GET', '/api/1/user/complete-step', { ...options, query });
  }

  /** List the fields of a person and their validators. Build the form of a registration from these. The service enforces the same rules on the text in Unicode NFC, the form in which it is stored. */
  fields(options?: CallOptions): Promise<PersonFields> {
    return this.http.json('GET', '/api/1/user/person/fields', options);
  }

  /** Enter the personal data of a registration. To send it again replaces the data. */
  savePerson(body: NewPerson, options?: CallOptions): Promise<Person> {
    return this.http.json('POST', '/api/1/user/person', { ...options, body });
  }

  /** List the opt-ins that registration asks for, or a user's opt-ins. A client token needs the `auth_nonce` of the registration. A user token reads the opt-ins of its user. */
  optins(query?: QueryOf<'Optins.read'>, options?: CallOptions): Items<Optin> {
    return this.http.list('/api/1/user/optins', query, options);
  }

  /** Answer several opt-ins; the service stores all answers or none. A client token needs the `auth_nonce` of the registration. Every change is kept in `updates`, which shows the last 1,000; where there are more than 20 opt-ins, this answer shows fewer of each. */
  answerOptins(body: OptinAnswers, options?: CallOptions): Promise<Optin[]> {
    return this.http.json('PUT', '/api/1/user/optins/change', { ...options, body });
  }

  /** Add a card to the user's account or, with a client token, to a registration. With a client token send the `auth_nonce` of the registration. After several unknown numbers the next tries must wait. */
  addCard(body: CardToAdd, options?: CallOptions): Promise<Card> {
    return this.http.json('POST', '/api/1/card/add', { ...options, body });
  }

  /** Complete a registration; the service mails the user an activation link. All required steps must be done. The user signs in after the activation. */
  complete(body: AuthNonce, options?: CallOptions): Promise<void> {
    return this.http.json('POST', '/api/1/user/complete', { ...options, body });
  }

  /** Activate an account with the nonce from the mail. The nonce is the credential, so no token is needed. It works once. A token that comes with it must be of the client that registered the user. */
  activate(body: MailedNonce, options?: CallOptions): Promise<Activated> {
    return this.http.json('POST', '/api/1/user/activator/uniquelink', { ...options, body });
  }

  /** Mail the activation link again. The answer is the same for every name, so it tells nothing about the name. */
  resendMail(body: Username, options?: CallOptions): Promise<void> {
    return this.http.json('POST', '/api/1/user/activator/resend', { ...options, body });
  }
}

export class Me extends Calls {
  /** Read the personal data of the user of the token. Fields that the user has not given are absent. */
  person(options?: CallOptions): Promise<PersonData> {
    return this.http.json('GET', '/api/1/user/person/me', options);
  }

  /** Change the personal data of the user of the token. A field that is not sent stays as it is; "" or null removes one. */
  changePerson(body: PersonChange, options?: CallOptions): Promise<PersonData> {
    return this.http.json('PATCH', '/api/1/user/person/me', { ...options, body });
  }

  /** Change the own password. This ends all other sign-ins of the user. */
  changePassword(body: PasswordChange, options?: CallOptions): Promise<void> {
    return this.http.json('POST', '/api/1/user/password/change', { ...options, body });
  }

  /** List the user's cards, the featured one first. The user is the one of the token. */
  cards(options?: CallOptions): Promise<UserCards> {
    return this.http.json('GET', '/api/2/card/user', options);
  }

  /** Add a card to the user's account or, with a client token, to a registration. With a client token send the `auth_nonce` of the registration. After several unknown numbers the next tries must wait. */
  addCard(body: CardToAdd, options?: CallOptions): Promise<Card> {
    return this.http.json('POST', '/api/1/card/add', { ...options, body });
  }

  /** Make a card the first of the user's cards. The first card is the one that apps show. */
  featureCard(id: string, options?: CallOptions): Promise<Card> {
    return this.http.json('POST', at`/api/1/card/${id}:feature`, options);
  }

  /** Remove a card from the own account. The card definition says whether users may do that. */
  removeCard(id: string, options?: CallOptions): Promise<RemovedCard> {
    return this.http.json('DELETE', at`/api/1/card/${id}`, options);
  }

  /** List the opt-ins that registration asks for, or a user's opt-ins. A client token needs the `auth_nonce` of the registration. A user token reads the opt-ins of its user. */
  optins(query?: QueryOf<'Optins.read'>, options?: CallOptions): Items<Optin> {
    return this.http.list('/api/1/user/optins', query, options);
  }

  /** Answer several opt-ins; the service stores all answers or none. A client token needs the `auth_nonce` of the registration. Every change is kept in `updates`, which shows the last 1,000; where there are more than 20 opt-ins, this answer shows fewer of each. */
  answerOptins(body: OptinAnswers, options?: CallOptions): Promise<Optin[]> {
    return this.http.json('PUT', '/api/1/user/optins/change', { ...options, body });
  }

  /** List the user's coupon slips, newest first. Slips that the user has deleted are left out, unless the query asks for them. */
  slips(query?: QueryOf<'Coupons.slips'>, options?: CallOptions): Items<UserSlip> {
    return this.http.list('/api/1/coupon/slips', query, options);
  }

  /** Mark an own slip as read or deleted. A field that is absent stays as it is. */
  changeSlip(id: string, body: SlipFlags, options?: CallOptions): Promise<UserSlip> {
    return this.http.json('PATCH', at`/api/1/coupon/slips/${id}`, { ...options, body });
  }

  /** List the user's balances, those of the newest stack first. Each block of each stack that the user has points on is one item. */
  balances(query?: QueryOf<'Stacks.balances'>, options?: CallOptions): Items<Balance> {
    return this.http.list('/api/1/stack/balances', query, options);
  }

  /** List the user's transactions, newest first. Each item is one booking on a block of a stack. */
  transactions(query?: QueryOf<'Stacks.transactions'>, options?: CallOptions): Items<LedgerEntry> {
    return this.http.list('/api/1/stack/transactions', query, options);
  }

  /** List the surveys that campaigns asked the user, the latest first. Each survey shows the answers that the user has given so far. */
  surveys(query?: QueryOf<'Surveys.asked'>, options?: CallOptions): Items<AskedSurvey> {
    return this.http.list('/api/1/survey', query, options);
  }

  /** Read a survey. The answer has the questions with their answers to choose from. */
  survey(surveyId: string, options?: CallOptions): Promise<Survey> {
    return this.http.json('GET', at`/api/1/survey/${surveyId}`, options);
  }

  /** Answer a question of a survey. A user answers each question once, and only of a survey that a campaign asked. */
  answerSurvey(surveyId: string, body: NewSurveyAnswer, options?: CallOptions): Promise<SurveyAnswer> {
    return this.http.json('POST', at`/api/1/survey/${surveyId}/answers`, { ...options, body });
  }

  /** Ask for the deletion of the own account; the service mails the user a link to confirm it. Nothing changes until the nonce of the mail is sent to `/api/1/user/delete/finish`. */
  requestDeletion(options?: CallOptions): Promise<DeletionRequested> {
    return this.http.json('POST', '/api/1/user/delete/request', options);
  }
}

/**
 * Every refusal of a request. The code is the contract; status and title follow from it. A service throws `Problem`, the bus
 * carries it, and the gateway answers it (RFC 9457). No code wraps it again.
 */
export const problems = {
  'request-malformed': [400, 'The request cannot be read'],
  'malformed-json': [400, 'The body is not valid JSON'],
  'form-malformed': [400, 'The form cannot be read'],
  'nesting-too-deep': [400, 'The JSON is nested too deeply'],
  'key-duplicated': [400, 'A key stands twice in one object'],
  'negative-zero': [400, 'Negative zero cannot be kept'],
  'validation-failed': [400, 'The request has invalid fields'],
  'parameter-invalid': [400, 'A parameter is invalid'],
  'provider-unknown': [400, 'There is no such provider'],
  'password-wrong': [400, 'The password is wrong'],
  'nonce-invalid': [400, 'The nonce is not valid'],
  'card-unknown': [400, 'There is no such card'],
  'survey-answer-unknown': [400, 'The survey has no such question or answer'],
  'card-definition-unknown': [400, 'There is no such card definition or tier'],
  'optin-unknown': [400, 'There is no such opt-in'],
  'client-missing': [400, 'No known client is named'],
  'token-missing': [401, 'A token is needed'],
  'token-invalid': [401, 'The token is not valid'],
  'session-missing': [401, 'Nobody is signed in'],
  'scope-insufficient': [403, 'The token does not allow this'],
  'second-factor-missing': [403, 'A second factor must be set up first'],
  'definition-of-another-client': [403, 'The event definition belongs to another client'],
  'segment-of-another-client': [403, 'The segment belongs to another client'],
  'route-not-found': [404, 'There is nothing here'],
  'job-not-found': [404, 'There is no such job'],
  'reconciliation-not-found': [404, 'There is no such reconciliation'],
  'import-not-found': [404, 'There is no such import'],
  'client-not-found': [404, 'There is no such client'],
  'operator-not-found': [404, 'There is no such operator'],
  'mail-text-not-found': [404, 'There is no such mail'],
  'provider-not-found': [404, 'There is no such provider'],
  'connection-not-found': [404, 'There is no such connection'],
  'user-not-found': [404, 'There is no such user'],
  'person-not-found': [404, 'Nothing is known of this person yet'],
  'event-not-defined': [404, 'The event is not defined'],
  'dead-letter-not-found': [404, 'There is no such dead letter'],
  'card-not-found': [404, 'There is no such card'],
  'card-definition-not-found': [404, 'There is no such card definition'],
  'card-representation-none': [404, 'The card has no representation'],
  'optin-not-found': [404, 'There is no such opt-in'],
  'webhook-not-found': [404, 'There is no such webhook'],
  'listener-not-found': [404, 'There is no such listener'],
  'batch-not-found': [404, 'There is no such batch'],
  'set-aside-not-found': [404, 'The event is not set aside'],
  'campaign-not-found': [404, 'There is no such campaign'],
  'backtest-not-found': [404, 'There is no such backtest'],
  'coupon-not-found': [404, 'There is no such coupon'],
  'slip-not-found': [404, 'There is no such coupon slip'],
  'ticket-not-found': [404, 'There is no such ticket'],
  'stack-not-found': [404, 'There is no such stack'],
  'survey-not-found': [404, 'There is no such survey'],
  'segment-not-found': [404, 'There is no such segment'],
  'method-not-allowed': [405, 'The method is not allowed here'],
  'body-too-slow': [408, 'The request came in too slowly'],
  'idempotency-in-progress': [409, 'A request with this idempotency key is still running'],
  'connection-exists': [409, 'The account is connected already'],
  'username-taken': [409, 'The name is taken'],
  'user-not-joinable': [409, 'The credentials cannot be joined to this user'],
  'registration-incomplete': [409, 'Steps of the registration are missing'],
  'mail-address-missing': [409, 'The user has no mail address'],
  'user-activated': [409, 'The account is active already'],
  'password-missing': [409, 'The user has no password'],
  'user-not-closed': [409, 'The account is not closed'],
  'provider-in-use': [409, 'The provider has connections'],
  'operator-exists': [409, 'Another operator has this address'],
  'last-owner': [409, 'There must be an active owner'],
  'secret-conflict': [409, 'The secrets of the client do not allow this'],
  'nonce-gone': [410, 'The nonce was used or has expired'],
  'event-retired': [410, 'The event is retired'],
  'card-taken': [409, 'The card is on as many accounts as it may be'],
  'card-not-usable': [409, 'The card cannot be used'],
  'card-not-removable': [409, 'The card cannot be removed by its user'],
  'card-limit-reached': [409, 'The account has as many cards as it may have'],
  'card-number-taken': [409, 'The card number is in use'],
  'card-state-conflict': [409, 'The state of the card does not allow this'],
  'card-definition-conflict': [409, 'Another card definition has this name'],
  'key-taken': [409, 'Another object has this key'],
  'optin-fixed': [409, 'The opt-in cannot be changed once it is answered'],
  'optin-retired': [409, 'The opt-in is retired'],
  'event-definition-in-use': [409, 'A campaign relies on the event definition'],
  'campaign-state-conflict': [409, 'The state of the campaign does not allow this'],
  'ticket-not-redeemable': [409, 'The ticket cannot be redeemed'],
  'coupon-code-taken': [409, 'The coupon has a code of this text already'],
  'balance-too-low': [409, 'The user has too few points'],
  'survey-not-asked': [409, 'The user was not asked the survey'],
  'survey-answered': [409, 'The question is answered already'],
  'segment-not-processed': [409, 'The segment is not processed yet'],
  'segment-in-use': [409, 'The segment is used by a campaign'],
  'segments-too-many': [409, 'There are as many segments as there may be'],
  'batch-removed': [409, 'No event of the batch is left'],
  'too-many-webhooks': [409, 'The client has as many webhooks as it may have'],
  'too-many-listeners': [409, 'The client has as many listeners as it may have'],
  'precondition-failed': [412, 'It was changed meanwhile'],
  'body-too-large': [413, 'The body is too large'],
  'headers-too-large': [431, 'The headers are too large'],
  'media-type-unsupported': [415, 'The content type is not supported'],
  'csv-invalid': [422, 'The CSV file breaks its rule'],
  'campaign-refused': [422, 'The campaign cannot be accepted'],
  'segment-identifier-unknown': [422, 'The identifier names no configured provider'],
  'segment-unknown': [422, 'There is no such segment'],
  'event-data-invalid': [422, 'The data does not follow the schema of the event'],
  'event-schema-refused': [422, 'The event definition cannot be accepted'],
  'idempotency-key-reused': [422, 'The idempotency key was used for another body'],
  'rate-limited': [429, 'Too many requests'],
  'internal-error': [500, 'Something went wrong on our side'],
  'service-unavailable': [503, 'A needed part is not available'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ProblemCode = keyof typeof problems;

/** One fault of the input: its place (a pointer of RFC 6901 into the body, or a parameter's name), a code, and words. */
export interface Fault {
  pointer: string;
  code: string;
  detail: string;
}

export interface ProblemExtras {
  errors?: Fault[];
  /** Seconds in the Retry-After header. */
  retry_after?: number;
  /** Extra members of the problem document, beside the standard ones. */
  members?: Record<string, unknown>;
}

export interface ProblemJson extends ProblemExtras {
  code: ProblemCode;
  detail: string;
}

export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly extras: ProblemExtras = {},
  ) {
    super(detail);
  }

  get status(): number {
    return problems[this.code][0];
  }

  get title(): string {
    return problems[this.code][1];
  }

  toJSON(): ProblemJson {
    return { code: this.code, detail: this.detail, ...this.extras };
  }

  static from(json: ProblemJson): Problem {
    const { code, detail, ...extras } = json;
    // A newer service may use a code that this process does not know. It stays a refusal.
    return code in problems ? new Problem(code, detail, extras) : new Problem('internal-error', detail);
  }
}

const maxFaults = 100;
/** A search for faults may end here: the detail then says that there are at least so many. */
export const enoughFaults = maxFaults + 1;
/** The first faults have room for a list of names; a request seldom has more than a few. */
const roomyFaults = 10;
const roomyLength = 1_000;
const usualLength = 200;

/** A Problem that names faults. It shortens them, so that a reply has room for them however long the input is. */
export function faulty(code: ProblemCode, faults: readonly Fault[]): Problem {
  const errors = faults.slice(0, maxFaults).map(({ pointer, code: fault, detail }, index) => ({
    pointer: shortened(pointer),
    code: shortened(fault),
    detail: shortened(detail, index < roomyFaults ? roomyLength : usualLength),
  }));
  const [first] = errors;
  const least = faults.length >= enoughFaults ? 'at least ' : '';
  const more = faults.length > 1 ? ` (and ${least}${faults.length - 1} more)` : '';
  return new Problem(code, first ? `${first.pointer}: ${first.detail}${more}` : problems[code][1], { errors });
}

/** Names the whole body, because a parser does not tell reliably where malformed JSON goes wrong. */
export function malformedJson(detail: string): Problem {
  return new Problem('malformed-json', detail, { errors: [{ pointer: '#', code: 'malformed-json', detail }] });
}

export function clientMissing(detail: string): Problem {
  return new Problem('client-missing', detail, {
    errors: [{ pointer: 'On-Behalf-Of', code: 'client-missing', detail }],
  });
}

function shortened(text: string, length = usualLength): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

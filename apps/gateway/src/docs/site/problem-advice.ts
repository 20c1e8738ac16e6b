import type { ProblemCode } from '@ces/contracts/problems';

export const advice: Record<ProblemCode, readonly [cause: string, mend: string]> = {
  'request-malformed': [
    'The request breaks a rule of HTTP or of addresses, so nothing of it could be read.',
    'Look at the bytes that your HTTP library or a proxy sends: the request line with its path, the headers and the length.',
  ],
  'malformed-json': [
    'The body ends too early, or is not JSON.',
    'Let a library write the JSON; `detail` names the place.',
  ],
  'form-malformed': [
    'The multipart form ends too early, or a part has no name.',
    'Let your HTTP library write the form and its `Content-Type` with the boundary.',
  ],
  'nesting-too-deep': ['Objects and lists lie more than 64 deep in each other.', 'Send a flatter document.'],
  'key-duplicated': ['One object has the same key twice, so it is unclear which value counts.', 'Send each key once.'],
  'negative-zero': ['The body holds `-0`, which JSON readers change to `0`.', 'Send `0`.'],
  'validation-failed': [
    'Fields of the body are missing, unknown, or have values that are not allowed.',
    'Each entry of `errors` points at a field and says what it should be. Mend all of them and send the request again.',
  ],
  'parameter-invalid': [
    'A parameter of the path, the query or a header has a value that is not allowed.',
    '`errors` names the parameter and its rule.',
  ],
  'provider-unknown': [
    '`provider_name` names no configured provider.',
    'Use a name of `GET /api/1/admin/providers`, or have the provider configured.',
  ],
  'password-wrong': [
    'The password is not the one of the account.',
    'Ask the user for it again. After five wrong ones in a row the answer is `rate-limited`.',
  ],
  'nonce-invalid': [
    'The nonce is incomplete, has another purpose, or belongs to another client.',
    'Send the nonce as the mail or the earlier answer holds it, to the route for which it was made.',
  ],
  'card-unknown': [
    'There is no card with this number.',
    'Ask for the number again. After five misses the answer is `rate-limited`.',
  ],
  'survey-answer-unknown': [
    'The survey does not have this question, or the question not this answer.',
    'Use the ids of the survey as it is now.',
  ],
  'card-definition-unknown': [
    'The body names a card definition or a tier that does not exist.',
    'Use a name of `GET /api/1/admin/card-definitions`.',
  ],
  'optin-unknown': ['The body names an opt-in that does not exist.', 'Use ids of the opt-ins that the API lists.'],
  'client-missing': [
    'An operator calls a route whose rows belong to a client, and names none, or one that does not exist.',
    'Send the header `On-Behalf-Of` with the id of the client.',
  ],
  'token-missing': [
    'The route needs an access token, and the request has none.',
    'Get a token at `/oauth2/token` and send it as `Authorization: Bearer …`.',
  ],
  'token-invalid': [
    'The token has expired, was revoked, is not complete, or another issuer made it.',
    '`detail` says which. Get a new token; refresh tokens give new ones without the user.',
  ],
  'session-missing': [
    'The browser has no session of the console, or the session has ended.',
    'Sign in at `/console/sign-in`.',
  ],
  'scope-insufficient': [
    'The token is of the wrong kind for this route, or lacks a scope.',
    '`detail` names the kind or the scope. Ask for it at the token endpoint; the client must have it.',
  ],
  'second-factor-missing': [
    'The role of the operator needs a second factor, and none is set up.',
    'Set up a code app or a passkey in the console.',
  ],
  'definition-of-another-client': [
    'Another client defined this event first.',
    'Choose another name, or use a client with `admin`.',
  ],
  'segment-of-another-client': [
    'Another client made this segment.',
    'Use the client that made it, or one with `admin`.',
  ],
  'route-not-found': [
    'No route has this path.',
    '`detail` names the path that comes nearest, if there is one. The reference lists all.',
  ],
  'job-not-found': ['There is no such job, or it ended 30 days ago.', 'Look it up at `GET /api/1/admin/jobs`.'],
  'client-not-found': ['There is no client with this id.', 'Look it up at `GET /api/1/admin/clients`.'],
  'operator-not-found': ['There is no operator with this id.', 'Use an id of `GET /api/1/admin/operators`.'],
  'mail-text-not-found': ['There is no such mail in this language.', '`detail` names those that there are.'],
  'provider-not-found': ['No provider with this name is configured.', '`detail` names those that there are.'],
  'connection-not-found': [
    'No user is connected with this owner at the provider.',
    'Connect the user first (rows 5 and 6).',
  ],
  'user-not-found': [
    'There is no such user, or the account is closed.',
    'Check the id: 25 letters and digits, upper and lower case differ.',
  ],
  'person-not-found': [
    'The user has entered no personal data yet.',
    'Send it with `POST /api/1/user/person` during the registration, or with `PATCH /api/1/user/person/me` for a signed-in user.',
  ],
  'event-not-defined': [
    'No event of this name is defined.',
    'Define it with `PUT /api/1/terminal/events/{event_name}`, or correct the name.',
  ],
  'event-retired': ['The event is retired: none is accepted.', 'Stop sending it, or put its definition again.'],
  'dead-letter-not-found': ['There is no such dead letter, or it was replayed or deleted.', 'Read the list again.'],
  'card-not-found': [
    'There is no such card, or it is not on the account of the user.',
    'Use an id of the user’s cards.',
  ],
  'card-definition-not-found': [
    'There is no such card definition.',
    'Use an id of `GET /api/1/admin/card-definitions`.',
  ],
  'card-representation-none': ['The definition of the card asks for no code.', 'Show the number as text.'],
  'optin-not-found': ['There is no such opt-in.', 'Use an id of `GET /api/1/admin/optins`.'],
  'webhook-not-found': [
    'There is no such webhook, or another client owns it.',
    'Use an id of `GET /api/1/terminal/webhooks`, with the token of the same client.',
  ],
  'listener-not-found': [
    'The client has no listener of this id, or nobody has read it for an hour.',
    'Make a new one with `POST /api/1/terminal/listeners`.',
  ],
  'batch-not-found': [
    'There is no such batch of the webhook, or it is older than 14 days.',
    'Read the attempts of the webhook again.',
  ],
  'set-aside-not-found': ['The event is not set aside any more.', 'Read the list again.'],
  'campaign-not-found': ['There is no such campaign.', 'Use an id of `GET /api/1/admin/campaigns`.'],
  'backtest-not-found': [
    'There is no such backtest, or it ended more than 30 days ago.',
    'Use the id that the answer to `POST /api/1/admin/campaigns:backtest` gave.',
  ],
  'coupon-not-found': ['There is no such coupon.', 'Use an id of `GET /api/1/admin/coupons`.'],
  'slip-not-found': ['There is no such coupon slip, or it belongs to another user.', 'Use an id of the user’s slips.'],
  'ticket-not-found': ['No coupon slip has this ticket.', 'Read the ticket again.'],
  'stack-not-found': ['There is no such stack.', 'Use an id of `GET /api/1/admin/stacks`.'],
  'survey-not-found': ['There is no such survey.', 'Use an id of `GET /api/1/admin/surveys`.'],
  'reconciliation-not-found': ['It is unknown, or ended 30 days ago.', 'See `GET /api/1/admin/reconciliations`.'],
  'import-not-found': [
    'There is no such import, or it ended more than 30 days ago.',
    'Use the id that the answer to the upload gave.',
  ],
  'segment-not-found': [
    'There is no such segment.',
    'Use an id of `GET /api/1/external-segmentation/external-segment/list`.',
  ],
  'method-not-allowed': ['The path exists, but not under this method.', 'The header `Allow` names the methods.'],
  'body-too-slow': [
    'The body was not complete in time.',
    'Send it again over a better connection; split a large upload.',
  ],
  'idempotency-in-progress': [
    'The first request with this key still runs.',
    'Wait for the seconds in `Retry-After`, then send the same request again: you get its answer.',
  ],
  'connection-exists': [
    'The owner at the provider is connected already.',
    'Look up the user of the connection (row 3), or remove it first.',
  ],
  'username-taken': [
    'Another user registers with this name, or has an account with it.',
    'Let the user sign in, or choose another address.',
  ],
  'user-not-joinable': [
    'Credentials can be joined only to a user whom your client made, who has none, and who never signed in.',
    'Register without `user_id`.',
  ],
  'registration-incomplete': ['A required step of the registration is missing.', '`continue_from` and `step` name it.'],
  'mail-address-missing': ['The user has no mail address to which a mail could go.', 'Use a route that needs no mail.'],
  'user-activated': ['The account is active, so there is nothing to confirm.', 'Let the user sign in.'],
  'password-missing': [
    'The user has no password: they sign in at a provider, or were imported without a password.',
    'Let the user sign in at the provider, or set a password by mail (`POST /api/1/user/password/forgot`).',
  ],
  'user-not-closed': ['Only a closed account can be restored.', 'Nothing is to be done: the account is open.'],
  'provider-in-use': ['Users are connected through the provider.', 'Remove the connections first.'],
  'operator-exists': [
    'Another operator has this e-mail address.',
    'Change or delete that one, or use another address.',
  ],
  'last-owner': [
    'The change would leave no active owner, and then nobody could make one.',
    'Make another operator an owner first.',
  ],
  'secret-conflict': [
    'A client has at most two secrets, and an order in which they change.',
    'Add a second one, promote it, then retire the previous one.',
  ],
  'nonce-gone': [
    'The nonce was used, a newer one was mailed, or its time is over.',
    'Ask for a new mail, or begin the registration again.',
  ],
  'card-taken': ['The card is on as many accounts as its definition allows.', 'Ask the user for another card.'],
  'card-not-usable': ['The card is blocked, expired or replaced.', 'Ask the user for another card.'],
  'card-not-removable': [
    'The definition of the card does not let its users remove it.',
    'Remove it as an administrator.',
  ],
  'card-limit-reached': ['The account has as many cards as it may have.', 'Remove one first.'],
  'card-number-taken': ['Another card has this number.', 'Choose another number.'],
  'card-state-conflict': [
    'The card is in a state from which this is not possible.',
    'Read the card; `detail` names its state.',
  ],
  'card-definition-conflict': ['Another definition has this name.', 'Choose another name, or change that definition.'],
  'key-taken': [
    '`adopt` names one object, and another one has the key already.',
    'Adopt the object that has the key, or take another key.',
  ],
  'optin-fixed': ['The opt-in is asked once; its answer stays.', 'Leave it out.'],
  'optin-retired': ['The opt-in is retired: no user can answer it any more.', 'Leave it out.'],
  'event-definition-in-use': [
    'A running campaign uses a property that the new definition lacks.',
    '`detail` names the campaign. Change or end it first.',
  ],
  'campaign-state-conflict': [
    'The campaign is in a state from which this is not possible.',
    'Read the campaign; `detail` names the states that allow it.',
  ],
  'ticket-not-redeemable': ['The ticket was redeemed or revoked, or has expired.', 'Read the slip.'],
  'coupon-code-taken': ['The coupon has this code already.', 'Send new codes only.'],
  'balance-too-low': [
    'The correction takes away more points than the user has on the block, and the stack does not allow that.',
    'Correct by fewer points, or set `allow_negative` of the stack.',
  ],
  'survey-not-asked': [
    'No campaign has asked the user this survey.',
    'Show a user only the surveys that the API lists for them.',
  ],
  'survey-answered': ['The user has answered this question.', 'Nothing is to be done: the first answer counts.'],
  'segment-not-processed': [
    'The file of the segment is still being processed.',
    'Wait until its `state` is `processed`.',
  ],
  'segment-in-use': ['A campaign uses the segment.', '`usages` names the campaigns. Change or end them first.'],
  'segments-too-many': ['There are as many segments as the installation allows.', 'Delete one that no campaign uses.'],
  'batch-removed': ['All events of the batch were about users who were erased.', 'Nothing is left that could be sent.'],
  'too-many-webhooks': [
    'The client has as many webhooks as the installation allows.',
    'Delete one, or subscribe an existing one to more events.',
  ],
  'too-many-listeners': [
    'The client has as many listeners as a client may have.',
    'Delete those that are not in use. A listener that nobody reads is gone after an hour.',
  ],
  'precondition-failed': [
    'Another request has changed it since you read it, so `If-Match` fails.',
    'Read it again, make your change in it, and send the new `ETag`.',
  ],
  'body-too-large': ['The body is larger than the route accepts.', '`detail` names the limit. Split the request.'],
  'headers-too-large': [
    'The headers are larger than 16 KiB.',
    'Send fewer or smaller ones; look for a cookie that grew.',
  ],
  'media-type-unsupported': [
    'The route takes another content type, or the body is compressed.',
    '`detail` names the type. Send it as `Content-Type`, uncompressed.',
  ],
  'csv-invalid': [
    'Lines of the file break its rule.',
    '`errors` names the first 100 lines. Nothing of the file was kept: mend it and send it again.',
  ],
  'campaign-refused': [
    'The condition or the effects of the campaign do not fit the event, or name what does not exist.',
    '`errors` names every fault.',
  ],
  'segment-identifier-unknown': [
    '`identifier` must be the name of a configured provider.',
    '`detail` names those that there are.',
  ],
  'segment-unknown': ['The body names a segment that does not exist.', 'Use the ids of the list of segments.'],
  'event-data-invalid': [
    'The data does not follow the schema of the event.',
    '`errors` names every fault, with a pointer into the data.',
  ],
  'event-schema-refused': [
    'The schema cannot be compiled, refers outside itself, or is too large.',
    '`errors` points at the place.',
  ],
  'idempotency-key-reused': [
    'The key was used for a request with another body.',
    'Make a new key for each new request; a repeated one is the same to the byte.',
  ],
  'rate-limited': [
    'There were too many requests, or too many wrong attempts.',
    'Wait for the seconds in `Retry-After`. `RateLimit` says how many are left.',
  ],
  'internal-error': ['The fault is ours.', 'Tell us the `request_id`. An idempotent request may be sent again.'],
  'service-unavailable': [
    'A part that the route needs does not answer at present.',
    'It may have been done. After the seconds in `Retry-After` repeat it with the same `Idempotency-Key`, or read before you repeat it.',
  ],
};

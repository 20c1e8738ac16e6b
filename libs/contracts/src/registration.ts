import { IsString } from 'class-validator';
import { rpc } from './rpc.js';

export class NonceUse {
  @IsString()
  auth_nonce: string;

  @IsString()
  client_id: string;
}

export class RegistrationOf {
  @IsString()
  user_id: string;
}

/** Which of the steps that the cards service keeps are still open. */
export interface OpenSteps {
  optins: boolean;
  /** The user has no card yet. Whether one is required is for the asker's configuration. */
  card: boolean;
}

/** Whose registration a nonce belongs to. Unknown, wrong purpose or client: 400 `nonce-invalid`; expired: 410 `nonce-gone`. */
export const resolveNonce = rpc('identity.nonces.resolve', NonceUse).returns<{ user_id: string }>();
/** Asked for each complete-step, never remembered: a change must be seen at once. */
export const openSteps = rpc('cards.registration.open-steps', RegistrationOf).returns<OpenSteps>();

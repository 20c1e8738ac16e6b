import { IsObject, IsString, Length, Matches } from 'class-validator';
import { rpc } from '../../rpc.js';
import { storable } from '../clients.js';
import { ProvenSession, type Passkey } from './factors.js';
import { SessionRef } from './sessions.js';

export interface AddedPasskey extends Passkey {
  /** Shown once, with the first factor of an operator. */
  recovery_codes?: string[];
}

export class NewPasskey {
  @IsString()
  @Length(1, 100)
  @Matches(storable)
  name: string;

  /** The answer of a browser to the options of `passkeyOptions`. */
  @IsObject()
  response: object;
}

export class AddPasskey extends SessionRef {
  @IsString()
  @Length(1, 100)
  @Matches(storable)
  name: string;

  @IsObject()
  response: object;
}

export class RemovePasskey extends ProvenSession {
  @IsString()
  id: string;
}

class Nothing {}

/** The options with which a browser makes a passkey. */
export const passkeyOptions = rpc('identity.operator-passkeys.options', ProvenSession).returns<object>();
export const addPasskey = rpc('identity.operator-passkeys.add', AddPasskey).returns<AddedPasskey>();
/** Removing a passkey that is gone changes nothing. */
export const removePasskey = rpc('identity.operator-passkeys.remove', RemovePasskey).returns<Nothing>();

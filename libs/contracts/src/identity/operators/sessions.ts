import { Matches } from 'class-validator';
import { rpc } from '../../rpc.js';
import type { ClientScope } from '../tokens/scopes.js';
import type { OperatorRole } from './roles.js';

/** The client of the console at our own OAuth server. It stands in no table. */
export const consoleClientId = 'ces-console';

/** The client of the command line, at which operators sign in. It stands in no table, either. */
export const cliClientId = 'ces-cli';

/** The cookie of the console. A browser takes the prefix only with `Secure`, `Path=/` and no domain. */
export function consoleCookie(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-ces_console' : 'ces_console';
}

/** The SHA-256 of the cookie's value, in base64url: the value itself does not travel further than the gateway. */
export class SessionRef {
  @Matches(/^[\w-]{43}$/)
  session: string;
}

export interface ConsoleSession {
  operator: { id: string; name: string; email: string; role: OperatorRole; scopes: ClientScope[] };
  /** `required`: the role must have a second factor. Without one, the session gives no tokens. */
  factors: { totp: boolean; passkeys: number; required: boolean };
}

export interface OperatorToken {
  token: string;
}

class Nothing {}

/** `session-missing` for an unknown, expired or ended session. */
export const readConsoleSession = rpc('identity.operator-sessions.read', SessionRef).returns<ConsoleSession>();
/** A token for one call of the API. `second-factor-missing` when the role needs a factor that the operator lacks. */
export const operatorToken = rpc('identity.operator-sessions.token', SessionRef).returns<OperatorToken>();
export const endConsoleSession = rpc('identity.operator-sessions.end', SessionRef).returns<Nothing>();

import { Injectable, Logger } from '@nestjs/common';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { IdentityConfig } from '../../identity.config.js';
import type { OperatorEntity } from '../operator.entity.js';
import type { OperatorPasskeyEntity } from './operator-passkey.entity.js';

export const challengeMs = 5 * 60_000;

type NewKey = Pick<OperatorPasskeyEntity, 'credential_id' | 'public_key' | 'counter' | 'transports'>;
type KnownKey = Pick<OperatorPasskeyEntity, 'credential_id' | 'transports'>;

/** A request that a browser hands to a device. The challenge is kept until the answer. */
export interface Asked {
  options: object;
  challenge: string;
}

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** Making and asking for passkeys (WebAuthn). The password is the first factor, so a device need not verify its user. */
@Injectable()
export class PasskeyCeremonies {
  private readonly logger = new Logger('Passkeys');
  private readonly origin: string;
  private readonly rpID: string;

  constructor(private readonly config: IdentityConfig) {
    ({ origin: this.origin, hostname: this.rpID } = new URL(config.PUBLIC_URL));
  }

  async askNew({ id, email, name }: OperatorEntity, known: readonly KnownKey[]): Promise<Asked> {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      ...{ rpName: this.config.INSTALLATION_NAME, rpID: this.rpID, timeout: challengeMs },
      ...{ userID: new TextEncoder().encode(id), userName: email, userDisplayName: name },
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      excludeCredentials: known.map(toDescriptor),
    });
    return { options, challenge: options.challenge };
  }

  /** Undefined for an answer that does not fit. */
  async newKey(response: object, challenge: string): Promise<NewKey | undefined> {
    const { verifyRegistrationResponse } = await library();
    const { registrationInfo } = await this.attempt(() =>
      verifyRegistrationResponse({ ...this.expected(challenge), response: response as RegistrationResponseJSON }),
    );
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter, transports: named } = registrationInfo.credential;
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey),
      counter: String(counter),
      transports: transports.filter((each) => Array.isArray(named) && named.some((one: unknown) => one === each)),
    };
  }

  async ask(known: readonly KnownKey[]): Promise<Asked> {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      ...{ rpID: this.rpID, timeout: challengeMs, userVerification: 'preferred' },
      allowCredentials: known.map(toDescriptor),
    });
    return { options, challenge: options.challenge };
  }

  /** The counter of the device after its answer; undefined for an answer that does not fit. */
  async counterOf(response: object, challenge: string, passkey: OperatorPasskeyEntity): Promise<string | undefined> {
    const { verifyAuthenticationResponse } = await library();
    const { credential_id: id, public_key, counter } = passkey;
    const { verified, authenticationInfo } = await this.attempt(() =>
      verifyAuthenticationResponse({
        ...this.expected(challenge),
        response: response as AuthenticationResponseJSON,
        credential: { id, publicKey: new Uint8Array(public_key), counter: Number(counter) },
      }),
    );
    return verified === true && authenticationInfo ? String(authenticationInfo.newCounter) : undefined;
  }

  private expected(expectedChallenge: string) {
    const { origin: expectedOrigin, rpID: expectedRPID } = this;
    return { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: false };
  }

  /** The library throws for everything that does not fit, whatever its shape. */
  private async attempt<T extends object>(work: () => Promise<T>): Promise<Partial<T>> {
    try {
      return await work();
    } catch (error) {
      this.logger.warn(`a passkey was refused: ${error instanceof Error ? error.message : String(error)}`);
      return {};
    }
  }
}

/** Loaded at the first use, so that it does not make starts slower. */
function library() {
  return import('@simplewebauthn/server');
}

function toDescriptor({ credential_id: id, transports: known }: KnownKey) {
  return { id, transports: known };
}

import {
  credsAuthenticator,
  nkeyAuthenticator,
  usernamePasswordAuthenticator,
  type Authenticator,
  type TlsOptions,
} from 'nats';

/** `seed` and `creds` are the contents of their files. */
export type NatsCredentials =
  | { kind: 'password'; user: string; password: string }
  | { kind: 'nkey'; seed: Uint8Array }
  | { kind: 'creds'; creds: Uint8Array };

/** Paths of PEM files. An empty object asks for TLS with the authorities of the system. */
export type NatsTls = Pick<TlsOptions, 'caFile' | 'certFile' | 'keyFile'>;

export function authenticatorOf(credentials: NatsCredentials): Authenticator {
  switch (credentials.kind) {
    case 'password':
      return usernamePasswordAuthenticator(credentials.user, credentials.password);
    case 'nkey':
      return nkeyAuthenticator(credentials.seed);
    case 'creds':
      return credsAuthenticator(credentials.creds);
  }
}

/** For logs: holds no secret. */
export function describeCredentials(credentials: NatsCredentials | undefined): string {
  if (!credentials) return 'a connection without credentials';
  return credentials.kind === 'password'
    ? `the password of user "${credentials.user}"`
    : `the ${credentials.kind} file`;
}

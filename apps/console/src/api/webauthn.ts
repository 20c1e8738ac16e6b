import { Refusal } from './refusal.js';

/** A request of the service, in which bytes are base64url. */
interface Asked {
  challenge: string;
}

interface Known {
  id: string;
  type: 'public-key';
  transports?: AuthenticatorTransport[];
}

interface AskedNew extends Asked {
  rp: PublicKeyCredentialRpEntity;
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: PublicKeyCredentialParameters[];
  excludeCredentials: Known[];
}

interface AskedProof extends Asked {
  allowCredentials: Known[];
}

/** Whether the browser knows passkeys at all. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window;
}

/** Lets a device make a passkey. Returns its answer as the service reads it. */
export async function createPasskey(asked: AskedNew): Promise<object> {
  const credential = await attempt(() =>
    navigator.credentials.create({
      publicKey: {
        ...asked,
        challenge: bytesOf(asked.challenge),
        user: { ...asked.user, id: bytesOf(asked.user.id) },
        excludeCredentials: asked.excludeCredentials.map(descriptorOf),
      },
    }),
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  return shown(credential, {
    attestationObject: textOf(response.attestationObject),
    clientDataJSON: textOf(response.clientDataJSON),
    transports: response.getTransports(),
  });
}

/** Lets a device sign the challenge with a passkey. Returns its answer as the service reads it. */
export async function signWithPasskey(asked: AskedProof): Promise<object> {
  const credential = await attempt(() =>
    navigator.credentials.get({
      publicKey: {
        ...asked,
        challenge: bytesOf(asked.challenge),
        allowCredentials: asked.allowCredentials.map(descriptorOf),
      },
    }),
  );
  const { authenticatorData, clientDataJSON, signature } = credential.response as AuthenticatorAssertionResponse;
  return shown(credential, {
    authenticatorData: textOf(authenticatorData),
    clientDataJSON: textOf(clientDataJSON),
    signature: textOf(signature),
  });
}

/** A person who closes the browser's question and a device that fails are one case: browsers do not tell them apart. */
async function attempt(act: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await act();
    if (credential) return credential as PublicKeyCredential;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === 'InvalidStateError') throw new Refusal(400, { code: 'passkey-known' });
  }
  throw new Refusal(400, { code: 'passkey-unused' });
}

function shown({ id, rawId, type }: PublicKeyCredential, response: object): object {
  return { id, type, rawId: textOf(rawId), clientExtensionResults: {}, response };
}

function descriptorOf({ id, ...rest }: Known): PublicKeyCredentialDescriptor {
  return { ...rest, id: bytesOf(id) };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signToken } from './true-key.ts';
import type { World } from './world.ts';

/** An OpenID provider of the attack. The service believes its id_tokens. */
export class Provider {
  readonly name = `p${randomUUID().slice(0, 8)}`;
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  #server: Server | undefined;
  #issuer = '';

  async start(world: World): Promise<void> {
    const jwk = { ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'attack', alg: 'RS256', use: 'sig' };
    const server = createServer((_request, response) => response.end(JSON.stringify({ keys: [jwk] })));
    this.#server = server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    this.#issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const body = { issuer: this.#issuer, client_ids: ['attack'], jwks_uri: `${this.#issuer}/keys` };
    const answer = await world.asAdmin({ method: 'PUT', path: `/api/1/admin/providers/${this.name}`, body });
    if (answer.status !== 200) throw new Error(`no provider: ${answer.status} ${answer.text}`);
  }

  idToken(sub: unknown, more: object = {}): string {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: this.#issuer, aud: 'attack', sub, iat: now, exp: now + 300, jti: randomUUID(), ...more };
    return signToken({ alg: 'RS256', kid: 'attack', typ: 'JWT' }, claims, this.#keys.privateKey);
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}

export function exchangeForm(subject_token: string): Record<string, string> {
  return {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
  };
}

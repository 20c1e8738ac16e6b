import { SecretSealer } from '@ces/service/sealing/sealer';
import { hkdfSync } from 'node:crypto';

export interface Sealed {
  sealed: string;
}

const owner = 'refresh answer';

/** Readable only with the refresh token itself, of which the database holds no more than a digest. */
export function sealedFor(refreshToken: string, answer: object): Sealed {
  return { sealed: sealerOf(refreshToken).seal(JSON.stringify(answer), owner) };
}

export function openedWith(refreshToken: string, { sealed }: Sealed): object {
  return JSON.parse(sealerOf(refreshToken).open(sealed, owner)) as object;
}

function sealerOf(refreshToken: string): SecretSealer {
  return new SecretSealer([Buffer.from(hkdfSync('sha256', refreshToken, '', owner, 32)).toString('base64')]);
}

import { SecretSealer } from '@ces/service/sealing/sealer';
import { hkdfSync } from 'node:crypto';

export interface SealedAnswer {
  sealed: string;
}

const owner = 'refresh answer';

/** Readable only with the refresh token itself; the database holds only its digest. */
export function sealedFor(refreshToken: string, answer: object): SealedAnswer {
  return { sealed: sealerOf(refreshToken).seal(JSON.stringify(answer), owner) };
}

export function openedWith(refreshToken: string, { sealed }: SealedAnswer): object {
  return JSON.parse(sealerOf(refreshToken).open(sealed, owner)) as object;
}

function sealerOf(refreshToken: string): SecretSealer {
  return new SecretSealer([Buffer.from(hkdfSync('sha256', refreshToken, '', owner, 32)).toString('base64')]);
}

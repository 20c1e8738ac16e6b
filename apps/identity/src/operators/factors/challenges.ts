import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { OperatorSessionEntity } from '../operator-session.entity.js';
import { challengeMs } from './passkey-ceremonies.js';

/** An answer to a request for a proof must not make a new passkey, because that request needs no proof itself. */
type Purpose = 'new' | 'proof';

/** The challenges of sessions. A session has one at most; it counts once, for its purpose, and for a few minutes. */
@Injectable()
export class Challenges {
  constructor(private readonly transactions: Transactions) {}

  async keep(session: string, purpose: Purpose, value: string): Promise<void> {
    const challenge = `${purpose} ${value}`;
    const challenge_expires_at = new Date(Date.now() + challengeMs);
    const sessions = this.transactions.of(OperatorSessionEntity);
    await sessions.update({ digest: session }, { challenge, challenge_expires_at });
  }

  /** Uses up the challenge, whatever the open transaction comes to. */
  take(session: string, purpose: Purpose): Promise<string | undefined> {
    return this.transactions.apart(async () => {
      const sessions = this.transactions.of(OperatorSessionEntity);
      const found = await sessions.findOne({ where: { digest: session }, lock: { mode: 'pessimistic_write' } });
      await sessions.update({ digest: session }, { challenge: null, challenge_expires_at: null });
      const isLive = (found?.challenge_expires_at ?? new Date(0)) > new Date();
      const [kept, value] = found?.challenge?.split(' ') ?? [];
      return isLive && kept === purpose ? value : undefined;
    });
  }
}

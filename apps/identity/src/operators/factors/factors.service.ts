import type { ConfirmedTotp, Factors, PendingTotp } from '@ces/contracts/identity/operators/factors';
import { faulty, Problem } from '@ces/contracts/problems';
import { Gate } from '@ces/messaging/calls/gate';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import { Throttle, type Asker } from '../../credentials/throttle.js';
import { IdentityConfig } from '../../identity.config.js';
import { Sealer } from '../../sealing/sealer.js';
import { OperatorAccess } from '../operator-access.js';
import { OperatorEntity } from '../operator.entity.js';
import { OperatorStore } from '../operator.store.js';
import { operatorNotFound } from '../to-operator.js';
import { PasskeysService } from './passkeys.service.js';
import { digestOfCode, newRecoveryCodes } from './recovery-codes.js';
import { newTotpSecret, stepOf } from './totp.js';

const mostWaiting = 50;
const tooMany = (): Problem =>
  new Problem('service-unavailable', 'Too many codes are being checked.', { retry_after: 1 });

/** The second factors of operators. A code of a code app counts once, and so does a recovery code. */
@Injectable()
export class FactorsService {
  /** One code after the other, so that guesses sent at once get no further than guesses sent one by one. */
  private readonly gate = new Gate(1, mostWaiting, tooMany);

  constructor(
    private readonly config: IdentityConfig,
    private readonly store: OperatorStore,
    private readonly transactions: Transactions,
    private readonly sealer: Sealer,
    private readonly throttle: Throttle,
    private readonly audit: AuditService,
    private readonly passkeys: PasskeysService,
    private readonly access: OperatorAccess,
  ) {}

  isRequiredOf({ role }: Pick<OperatorEntity, 'role'>): boolean {
    return this.config.OPERATOR_FACTORS_REQUIRED.includes(role);
  }

  async of(id: string): Promise<Factors> {
    const [operator, passkeys] = await Promise.all([this.store.find(id), this.passkeys.list(id)]);
    if (!operator) throw operatorNotFound();
    return { totp: operator.totp_secret !== null, passkeys, required: this.isRequiredOf(operator) };
  }

  async hasAny(id: string): Promise<boolean> {
    const { totp, passkeys } = await this.of(id);
    return totp || passkeys.length > 0;
  }

  /** Begins to set up a code app. The one before, if any, works until the new one is confirmed. */
  beginTotp(id: string): Promise<PendingTotp> {
    const secret = newTotpSecret();
    return this.changed(id, async ({ email }) => {
      await this.update(id, { totp_pending: this.sealer.seal(secret, ownerOf(id)) });
      const issuer = this.config.INSTALLATION_NAME;
      const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
      const query = new URLSearchParams({ secret, issuer }).toString().replaceAll('+', '%20');
      return { secret, otpauth_url: `otpauth://totp/${label}?${query}` };
    });
  }

  /** Shows the recovery codes this once. The first factor ends all sign-ins but this session: none of them needed it. */
  confirmTotp(id: string, session: string, code: string, asker: Asker): Promise<ConfirmedTotp> {
    return this.gate.run(() => this.confirm(id, session, code, asker));
  }

  /** The recovery codes go with the last factor. */
  removeTotp(id: string): Promise<void> {
    return this.changed(id, async () => {
      const isLast = (await this.passkeys.count(id)) === 0;
      await this.update(id, { totp_secret: null, totp_pending: null, ...(isLast ? { recovery_codes: [] } : {}) });
      await this.audit.add({ who: id, what: 'removed the code app' });
    });
  }

  /** Uses up a code of the app, or a recovery code. Throws `rate-limited` after too many wrong ones. */
  useCode(id: string, code: string, asker: Asker): Promise<boolean> {
    return this.gate.run(() => this.use(id, code, asker));
  }

  private async confirm(id: string, session: string, code: string, asker: Asker): Promise<ConfirmedTotp> {
    await this.throttle.demand(throttledName(id), asker);
    const confirmed = await this.changed(id, async (operator) => {
      const { totp_pending, totp_secret } = operator;
      const step = totp_pending && stepOf(this.opened(id, totp_pending), code, { now: Date.now(), used: 0 });
      if (!step) return undefined;
      const codes = newRecoveryCodes();
      const own = { totp_secret: totp_pending, totp_pending: null, totp_step: step };
      await this.update(id, { ...own, recovery_codes: codes.map(digestOfCode) });
      await this.audit.add({ who: id, what: 'set up a code app' });
      const isFirst = totp_secret === null && (await this.passkeys.count(id)) === 0;
      if (isFirst) await this.access.end(operator, session);
      return { recovery_codes: codes };
    });
    if (confirmed) return confirmed;
    await this.throttle.wrong(throttledName(id), asker);
    const detail = 'is not the code that the app shows now';
    throw faulty('validation-failed', [{ pointer: '#/code', code: 'second-factor-wrong', detail }]);
  }

  private async use(id: string, given: string, asker: Asker): Promise<boolean> {
    const code = given.replaceAll(/[\s-]/g, '').toLowerCase();
    await this.throttle.demand(throttledName(id), asker);
    const right = await this.changed(id, async ({ totp_secret, totp_step, recovery_codes }) => {
      const secret = totp_secret === null ? undefined : this.opened(id, totp_secret);
      const step = secret === undefined ? secret : stepOf(secret, code, { now: Date.now(), used: totp_step });
      if (step !== undefined) await this.update(id, { totp_step: step });
      const left = recovery_codes.filter((each) => each !== digestOfCode(code));
      const recovered = step === undefined && left.length < recovery_codes.length;
      if (recovered) await this.update(id, { recovery_codes: left });
      return step !== undefined || recovered;
    });
    await (right ? this.throttle.right(throttledName(id), asker) : this.throttle.wrong(throttledName(id), asker));
    return right;
  }

  private changed<T>(id: string, change: (operator: OperatorEntity) => Promise<T>): Promise<T> {
    return this.transactions.run(async () => {
      const operator = await this.store.lockOne(id);
      if (!operator) throw operatorNotFound();
      return change(operator);
    });
  }

  private async update(id: string, change: Partial<OperatorEntity>): Promise<void> {
    await this.transactions.of(OperatorEntity).update({ id }, change);
  }

  private opened(id: string, sealed: string): string {
    return this.sealer.open(sealed, ownerOf(id));
  }
}

/** `reseal` names the same owner, so that both must change together. */
function ownerOf(id: string): string {
  return `operator ${id}`;
}

function throttledName(id: string): string {
  return `second factor ${id}`;
}

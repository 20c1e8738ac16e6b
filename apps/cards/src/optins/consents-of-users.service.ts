import { countThatFits } from '@ces/service/database/keyset';
import { Injectable } from '@nestjs/common';
import { ConsentStore, type RecordedConsent } from './consent.store.js';

export interface ExportedConsents {
  consents: object[];
  next: string | null;
}

const exportedAtOnce = 500;

/** Answers the questions of other slices about the consents of users. */
@Injectable()
export class ConsentsOfUsersService {
  constructor(private readonly store: ConsentStore) {}

  async given(userIds: string[]): Promise<Map<string, string[]>> {
    const groups = Map.groupBy(await this.store.findGiven(userIds), ({ user_id }) => user_id);
    return new Map([...groups].map(([userId, given]) => [userId, given.map(({ optin_id }) => optin_id)]));
  }

  /** Consents come in parts, because the texts that they were given to are long. */
  async exportAfter(userId: string, cursor: string): Promise<ExportedConsents> {
    const found = await this.store.findRecorded(userId, cursor, exportedAtOnce + 1);
    const part = found.slice(0, Math.min(exportedAtOnce, countThatFits(found)));
    const next = part.length < found.length ? (part.at(-1)?.id ?? null) : null;
    return { consents: part.map(toExport), next };
  }

  async erase(userId: string): Promise<void> {
    await this.store.eraseUser(userId);
  }
}

function toExport(consent: RecordedConsent): object {
  const { optin_id, name, description, purpose, text_version, opted_in, source, client_id, address, locale } = consent;
  const text = { optin_id, name, description, purpose, text_version };
  return { ...text, opted_in, given_at: consent.given_at.toISOString(), source, client_id, address, locale };
}

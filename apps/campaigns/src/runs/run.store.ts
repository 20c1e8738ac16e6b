import type { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { CountedLimits } from './counted-limits.js';

export interface RunRow {
  campaign_id: string;
  name: string;
  version: number;
  from_at: Date;
  until_at: Date | null;
  counted: CountedLimits;
}

export type RunOfVersion = Pick<RunRow, 'version' | 'from_at' | 'until_at'>;

export interface VersionRow {
  campaign_id: string;
  version: number;
  document: NewCampaign;
  schema: unknown;
}

export interface Epoch {
  epoch: string;
  /** Events whose ids sort before this one are not judged. */
  judged_from: string;
}

interface Stretch {
  from: Date;
  until: Date;
  triggers: string[];
}

/** Judging takes this advisory lock as shared; a change of runs takes it as exclusive. The number spells 'camp'. */
const judgingLock = 0x6361_6d70;

const selectRuns = `
  SELECT r.campaign_id, c.name, r.version, r.from_at, r.until_at, c.counted
    FROM campaign_run r JOIN campaign c ON c.id = r.campaign_id`;
const inOrder = 'ORDER BY r.campaign_id, r.from_at';

/** Runs of campaigns. SQL because every set of events reads them, under a lock that makes changes wait. */
@Injectable()
export class RunStore {
  constructor(private readonly transactions: Transactions) {}

  /** Keeps campaigns from starting, stopping and changing until the transaction ends. */
  async holdRuns(): Promise<void> {
    await this.transactions.lock('SELECT pg_advisory_xact_lock_shared($1)', [judgingLock]);
  }

  /** Waits until all judging is committed, and makes further judging wait until the transaction ends. */
  async stopJudging(): Promise<void> {
    await this.transactions.current.query('SELECT pg_advisory_xact_lock($1)', [judgingLock]);
  }

  async epoch(): Promise<Epoch> {
    const [state] = await this.transactions.read<{ epoch: string; judged_from: string }>(
      `SELECT epoch::text AS epoch, coalesce(judged_from::text, '') AS judged_from FROM campaign_epoch`,
    );
    return state ?? { epoch: '0', judged_from: '' };
  }

  /** Makes the open transaction fail at its end if there is another epoch then. */
  demandEpoch(epoch: string): void {
    this.transactions.demand('coalesce((SELECT epoch FROM campaign_epoch), 0) = $1::bigint', [epoch]);
  }

  /** Never goes back: replicas may have different retentions for a while. */
  async judgeFrom(eventId: string): Promise<void> {
    await this.transactions.current.query('UPDATE campaign_epoch SET judged_from = greatest(judged_from, $1::uuid)', [
      eventId,
    ]);
  }

  async advanceEpoch(): Promise<void> {
    await this.transactions.current.query('UPDATE campaign_epoch SET epoch = epoch + 1');
  }

  findRecent(days: number): Promise<RunRow[]> {
    return this.transactions.current.query(
      `${selectRuns} WHERE r.until_at IS NULL OR r.until_at > now() - make_interval(days => $1) ${inOrder}`,
      [days],
    );
  }

  findOverlapping({ from, until, triggers }: Stretch): Promise<RunRow[]> {
    return this.transactions.current.query(
      `${selectRuns} JOIN campaign_version v ON (v.campaign_id, v.version) = (r.campaign_id, r.version)
      WHERE r.from_at <= $2 AND (r.until_at IS NULL OR r.until_at > $1)
        AND coalesce('lifecycle ' || (v.document->'trigger'->>'lifecycle'), 'event ' || (v.document->'trigger'->>'event_name'))
            = ANY($3::text[]) ${inOrder}`,
      [from, until, triggers],
    );
  }

  findOf(campaignId: string): Promise<RunOfVersion[]> {
    return this.transactions.current.query(
      'SELECT version, from_at, until_at FROM campaign_run WHERE campaign_id = $1 ORDER BY from_at',
      [campaignId],
    );
  }

  findVersions(runs: Pick<RunRow, 'campaign_id' | 'version'>[]): Promise<VersionRow[]> {
    return this.transactions.current.query(
      `SELECT campaign_id, version, document, schema FROM campaign_version
            WHERE (campaign_id, version) IN (SELECT * FROM unnest($1::uuid[], $2::integer[]))`,
      [runs.map((run) => run.campaign_id), runs.map((run) => run.version)],
    );
  }

  async storeCounted(campaignId: string, counted: CountedLimits): Promise<void> {
    await this.transactions.current.query('UPDATE campaign SET counted = $2 WHERE id = $1', [
      campaignId,
      JSON.stringify(counted),
    ]);
  }

  /**
   * The moment for the next change of the campaign's runs, by the database's clock, which all replicas share. It is never
   * before the campaign's last change: when the clock was put back, runs must not overlap.
   */
  async nextMoment(campaignId: string): Promise<Date> {
    const [next] = await this.transactions.current.query<{ moment: Date }[]>(
      `SELECT greatest(date_trunc('milliseconds', clock_timestamp()), max(from_at), max(until_at)) AS moment
       FROM campaign_run WHERE campaign_id = $1`,
      [campaignId],
    );
    if (!next) throw new Error('the database has no clock');
    return next.moment;
  }

  async open(campaignId: string, version: number, moment: Date): Promise<void> {
    await this.transactions.current.query(
      'INSERT INTO campaign_run (campaign_id, version, from_at) VALUES ($1, $2, $3)',
      [campaignId, version, moment],
    );
  }

  async close(campaignId: string, moment: Date): Promise<void> {
    await this.transactions.current.query(
      'UPDATE campaign_run SET until_at = $2 WHERE campaign_id = $1 AND until_at IS NULL',
      [campaignId, moment],
    );
  }
}

import type { Campaign, NewCampaign, PutCampaign } from '@ces/contracts/campaigns/campaign-administration';
import type { Page, Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { pageOf } from '@ces/service/database/keyset';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { demandCountable } from '../runs/counted.js';
import { Changes } from './changes.service.js';
import { CheckCampaignService, type CheckedCampaign } from './check/check-campaign.service.js';
import { RegistrationsService, usesBy } from './register/registrations.service.js';
import { openRun } from '../runs/runs.service.js';
import {
  changeCampaign,
  findCampaign,
  insertVersion,
  lockCampaign,
  newestCampaigns,
  toCampaign,
} from './stored-campaigns.service.js';

@Injectable()
export class CampaignsService {
  constructor(
    private readonly database: DataSource,
    private readonly changes: Changes,
    private readonly checker: CheckCampaignService,
    private readonly registrations: RegistrationsService,
  ) {}

  async create(given: NewCampaign): Promise<Campaign> {
    const id = newId();
    const checked = await this.checker.check(given);
    return this.changes.run(async (tx) => {
      await lockCampaign(tx, id);
      await this.registrations.widen(id, undefined, usesBy({ ...checked, id, state: 'draft' }));
      await tx.query(
        `INSERT INTO campaign (id, name, state, version, created_at, updated_at) VALUES ($1, $2, 'draft', 1, now(), now())`,
        [id, given.name],
      );
      await insertVersion(tx, id, 1, checked);
      return toCampaign(await findCampaign(tx, id));
    });
  }

  /** A new version. Of a running campaign it judges what is accepted from now on. */
  put({ id, ...given }: PutCampaign): Promise<Campaign> {
    return this.changes.runPrepared(
      () => this.checker.check(given),
      (tx, checked) => this.store(tx, id, checked),
    );
  }

  async get(id: string): Promise<Campaign> {
    return toCampaign(await findCampaign(this.database.manager, id));
  }

  list(page: Page): Promise<Paged<Campaign>> {
    return pageOf(page, (...bounds) => newestCampaigns(this.database.manager, ...bounds), toCampaign);
  }

  private async store(tx: EntityManager, id: string, checked: CheckedCampaign): Promise<Campaign | undefined> {
    await lockCampaign(tx, id);
    const campaign = await findCampaign(tx, id);
    if (campaign.state === 'ended') throw new Problem('campaign-state-conflict', 'The campaign has ended.');
    demandCountable(checked.document, campaign.counted);
    const after = { ...checked, id, state: campaign.state };
    if (!(await this.registrations.widen(id, usesBy(campaign), usesBy(after)))) return undefined;
    const version = campaign.version + 1;
    await insertVersion(tx, id, version, checked);
    const changed = await changeCampaign(tx, campaign, { version, document: checked.document });
    if (campaign.state === 'running') await openRun(tx, changed);
    return toCampaign(changed);
  }
}

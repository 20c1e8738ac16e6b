import type { Campaign, NewCampaign, NewSimulation, Simulation } from '../generated/api.ts';
import type { Items } from '../http/items.ts';
import { at, type CallOptions, type Query, type Transport } from '../http/transport.ts';

const root = '/api/1/admin/campaigns';

export class Campaigns {
  private readonly http: Transport;

  constructor(http: Transport) {
    this.http = http;
  }

  /** Makes a draft. */
  create(campaign: NewCampaign, options?: CallOptions): Promise<Campaign> {
    return this.http.post(root, campaign, options);
  }

  list(query?: Query, options?: CallOptions): Items<Campaign> {
    return this.http.list(root, query, options);
  }

  get(id: string, options?: CallOptions): Promise<Campaign> {
    return this.http.get(root + at`/${id}`, options);
  }

  /** Makes a new version. */
  put(id: string, campaign: NewCampaign, options?: CallOptions): Promise<Campaign> {
    return this.http.json('PUT', root + at`/${id}`, { ...options, body: campaign });
  }

  start(id: string, options?: CallOptions): Promise<Campaign> {
    return this.http.post(root + at`/${id}:start`, undefined, options);
  }

  pause(id: string, options?: CallOptions): Promise<Campaign> {
    return this.http.post(root + at`/${id}:pause`, undefined, options);
  }

  end(id: string, options?: CallOptions): Promise<Campaign> {
    return this.http.post(root + at`/${id}:end`, undefined, options);
  }

  /** The verdict on an event that nobody sends. It changes nothing. */
  simulate(id: string, event: NewSimulation, options?: CallOptions): Promise<Simulation> {
    return this.http.post(root + at`/${id}:simulate`, event, options);
  }
}

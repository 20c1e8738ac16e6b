import { getProvider } from '@ces/contracts/identity/providers';
import { Problem } from '@ces/contracts/problems';
import type { ExternalSegment, FinishedUpload } from '@ces/contracts/segments/segments';
import { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';
import { afterCommit } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { MatchWorker } from '../matching/match-worker.service.js';
import { SegmentProgressService } from '../segments/segment-progress.service.js';

@Injectable()
export class ImportsService {
  constructor(
    private readonly bus: Bus,
    private readonly uploads: SegmentProgressService,
    private readonly worker: MatchWorker,
  ) {}

  /** Rows 28 and 31: makes an upload the newest of a segment, which is processed from now on. */
  async import(upload: FinishedUpload): Promise<ExternalSegment> {
    await this.demandProvider(upload.identifier);
    const segment = await this.uploads.receive(upload);
    afterCommit(() => {
      this.worker.wake();
    });
    return segment;
  }

  private async demandProvider(name: string): Promise<void> {
    try {
      await withoutKey(() => this.bus.call(getProvider, { name }));
    } catch (error) {
      const unknown =
        error instanceof Problem && (error.code === 'provider-not-found' || error.code === 'validation-failed');
      if (!unknown) throw error;
      throw new Problem('segment-identifier-unknown', 'identifier: there is no provider of this name.', {
        errors: [{ pointer: '#/identifier', code: 'provider', detail: 'names no configured provider' }],
      });
    }
  }
}

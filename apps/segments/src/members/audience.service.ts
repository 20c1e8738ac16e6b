import type {
  CountSegmentAudience,
  SegmentAudience,
  SegmentAudienceAfter,
} from '@ces/contracts/segments/segment-audience';
import { LongReadStore } from '@ces/service/database/long-read.store';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { FilesService } from '../files/files.service.js';
import { AudienceStore, type AudienceFiles } from './audience.store.js';
import { MembersService } from './members.service.js';

/** Answers about sets of members, for which campaigns must not ask user by user. */
@Injectable()
export class AudienceService {
  constructor(
    private readonly reads: LongReadStore,
    private readonly files: FilesService,
    private readonly members: MembersService,
    private readonly store: AudienceStore,
  ) {}

  async count({ among, ...audience }: CountSegmentAudience): Promise<{ users: number }> {
    return { users: await this.read(audience, 0, (files) => this.store.count(files, among ?? null)) };
  }

  async after({ after, limit, ...audience }: SegmentAudienceAfter): Promise<{ user_ids: string[] }> {
    return { user_ids: await this.read(audience, [], (files) => this.store.findAfter(files, after, limit)) };
  }

  /** A segment without a processed file has no members. */
  private async read<T>(
    { include_segments, exclude_segments }: SegmentAudience,
    nobody: T,
    read: (files: AudienceFiles) => Promise<T>,
  ): Promise<T> {
    return this.reads.run(async () => {
      await this.members.countCheaply();
      const include = await this.files.findInForce([...new Set(include_segments)].filter(isUuid));
      if (include.length === 0) return nobody;
      const exclude = await this.files.findInForce([...new Set(exclude_segments)].filter(isUuid));
      return read({ include_segments: include, exclude_segments: exclude });
    });
  }
}

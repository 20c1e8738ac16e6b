import { largestPage, type Paged } from '@ces/contracts/paging';
import type { MembershipsOf } from '@ces/contracts/segments/segment-use';
import type { MembersOf, SegmentMember } from '@ces/contracts/segments/segments';
import { isUserId } from '@ces/contracts/user-id';
import { notACursor } from '@ces/service/database/keyset';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import type { FileInForce } from '../files/file-views.js';
import { FilesService } from '../files/files.service.js';
import { SegmentsService } from '../segments/segments.service.js';
import { MemberStore, type Membership } from './member.store.js';

@Injectable()
export class MembersService {
  constructor(
    private readonly members: MemberStore,
    private readonly files: FilesService,
    private readonly segments: SegmentsService,
  ) {}

  async page({ segment_id, limit = largestPage, cursor }: MembersOf): Promise<Paged<SegmentMember>> {
    if (cursor !== undefined && !isUserId(cursor)) throw notACursor();
    await this.segments.get({ segment_id });
    const [file] = await this.files.findInForce([segment_id]);
    if (!file) return { items: [], next: null };
    const rows = await this.members.findPage(file, cursor ?? '', limit + 1);
    const items = rows.slice(0, limit);
    return { items, next: rows.length > limit ? (items.at(-1)?.user_id ?? null) : null };
  }

  /** Returns one list for each user, in the order of the users. */
  async segmentsOf({ user_ids, segment_ids }: MembershipsOf): Promise<string[][]> {
    const files = await this.files.findInForce(segment_ids.filter(isUuid));
    const found = await this.members.findMemberships(files, [...new Set(user_ids)]);
    const byUser = Map.groupBy(found, ({ user_id }) => user_id);
    return user_ids.map((id) => (byUser.get(id) ?? []).map(({ segment_id }) => segment_id));
  }

  findMemberships(files: FileInForce[], userIds: string[]): Promise<Membership[]> {
    return this.members.findMemberships(files, userIds);
  }

  count(uploadId: string, provider: string): Promise<number> {
    return this.members.count(uploadId, provider);
  }

  countCheaply(): Promise<void> {
    return this.members.countCheaply();
  }

  countFileCheaply(uploadId: string, identifiers: number): Promise<void> {
    return this.members.countFileCheaply(uploadId, identifiers);
  }
}

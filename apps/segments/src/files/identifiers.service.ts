import type { ConnectionRef } from '@ces/contracts/identity/users';
import { Injectable } from '@nestjs/common';
import { FileStore, type ErasableFile } from './file.store.js';
import type { WaitingFile } from './file-views.js';
import { IdentifierStore } from './identifier.store.js';

@Injectable()
export class IdentifiersService {
  constructor(
    private readonly files: FileStore,
    private readonly identifiers: IdentifierStore,
  ) {}

  async makeSet(uploadId: string): Promise<void> {
    await this.identifiers.makeSet(uploadId);
    await this.identifiers.vacuum(uploadId);
  }

  count(uploadId: string): Promise<number> {
    return this.identifiers.count(uploadId);
  }

  /** Deletes owners that were erased while the file came in. Returns where the next call goes on. */
  followErasures(file: WaitingFile, after = '0'): Promise<string> {
    return this.identifiers.deleteErased(file, after);
  }

  /**
   * Deletes erased owners from every file, under the lock of the connections. Parts that are coming in are not visible
   * here, so a digest of each owner is kept until all files that began earlier are processed.
   *
   * Files that are not in force come first: they may lack an index, which takes long, and no segment is locked yet. Then
   * `leave` takes the owners' users out of their segments. Files in force come last, because `leave` finds in them who
   * leaves which segment.
   */
  async erase(owners: ConnectionRef[], leave: () => Promise<void>): Promise<void> {
    if (owners.length === 0) return leave();
    const files = await this.files.lockAll();
    for (const file of files) if (!file.in_force) await this.eraseIn(file, owners);
    await leave();
    for (const file of files) if (file.in_force) await this.eraseIn(file, owners);
    await this.identifiers.recordErased(owners);
  }

  private async eraseIn({ id, provider_name }: ErasableFile, owners: ConnectionRef[]): Promise<void> {
    const theirs = owners.filter((owner) => provider_name === null || owner.provider_name === provider_name);
    if (theirs.length === 0) return;
    await this.identifiers.deleteFrom(
      id,
      theirs.map(({ owner_id }) => owner_id),
    );
  }
}

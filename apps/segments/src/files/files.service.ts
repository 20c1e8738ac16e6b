import type { ConnectionRef } from '@ces/contracts/identity/users';
import { watchImports } from '@ces/service/import-progress';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { FileStore } from './file.store.js';
import type { FileInForce, WaitingFile } from './file-views.js';
import { uploadLost } from './upload-lost.js';

export interface CompleteUpload {
  uploadId: string;
  segmentId: string;
  provider: string;
  parts: number;
}

/** Files from the end of their upload until they are retired. */
@Injectable()
export class FilesService implements OnApplicationBootstrap, OnApplicationShutdown {
  private unwatch: (() => void) | undefined;

  constructor(private readonly files: FileStore) {}

  onApplicationBootstrap(): void {
    this.unwatch = watchImports('segment-files', () => this.files.progress());
  }

  onApplicationShutdown(): void {
    this.unwatch?.();
  }

  /** The file waits to be processed from now on. */
  async complete({ uploadId, ...file }: CompleteUpload): Promise<void> {
    if (!(await this.files.complete(uploadId, file))) throw uploadLost();
  }

  findWaiting(limit: number): Promise<WaitingFile[]> {
    return this.files.findWaiting(limit);
  }

  putOff(uploadId: string, seconds: number): Promise<void> {
    return this.files.putOff(uploadId, seconds);
  }

  comeIntoForce(uploadId: string, replaced: string | null): Promise<void> {
    return this.files.comeIntoForce(uploadId, replaced);
  }

  retire(segmentId: string, states: ('waiting' | 'in-force')[]): Promise<void> {
    return this.files.retire(segmentId, states);
  }

  findInForce(segmentIds: string[]): Promise<FileInForce[]> {
    return this.files.findInForce(segmentIds);
  }

  findHolding(owners: ConnectionRef[]): Promise<FileInForce[]> {
    return this.files.findHolding(owners);
  }
}

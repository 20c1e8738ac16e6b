import type { FileEntity } from './file.entity.js';

/** An upload that is complete and not yet in force. */
export interface WaitingFile extends Pick<FileEntity, 'id'> {
  segment_id: string;
  provider_name: string;
}

export interface FileInForce {
  segment_id: string;
  upload_id: string;
  provider_name: string;
}

export const filesAtOnce = 100;

/** An upload that is complete and has not come into force. */
export interface WaitingFile {
  id: string;
  segment_id: string;
  provider_name: string;
}

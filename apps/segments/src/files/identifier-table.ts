/** The id of an upload is a UUID, so the name needs no quotes. */
export function identifierTable(uploadId: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uploadId)) {
    throw new Error(`${uploadId} is not the id of an upload`);
  }
  return `file_${uploadId.replaceAll('-', '')}`;
}

export const audience = 'ces-api';

/** Our API as requests name it (RFC 8707). */
export function apiOf(publicUrl: string): string {
  return `${publicUrl}/api`;
}

export function isOurApi(resource: unknown, publicUrl: string): boolean {
  return resource === apiOf(publicUrl) || resource === audience;
}

/** The header that makes browsers use https only, for a year. Without TLS there is no such header. */
export function strictTransport(publicUrl: string): Record<string, string> {
  return publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {};
}

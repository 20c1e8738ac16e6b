export type Encoding = 'br' | 'gzip';

/** The best of our encodings that `Accept-Encoding` names. */
export function acceptedEncoding(accepted: string | string[] = ''): Encoding | undefined {
  return (['br', 'gzip'] as const).find((each) => takes(String(accepted), each));
}

function takes(accepted: string, encoding: string): boolean {
  const entry = accepted.split(',').find((each) => each.trim().split(';')[0]?.trim().toLowerCase() === encoding);
  return entry !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(entry);
}

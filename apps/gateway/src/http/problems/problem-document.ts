import type { Problem } from '@ces/contracts/problems';

/** The body of a refusal (RFC 9457). `instance` is the request's path. */
export function documentOf(
  { code, title, status, detail, extras }: Problem,
  instance: string,
  requestId: string,
  publicUrl: string,
) {
  return {
    ...extras.members,
    type: `${publicUrl}/problems/${code}`,
    title,
    status,
    detail,
    instance,
    code,
    request_id: requestId,
    ...(extras.errors ? { errors: extras.errors } : {}),
  };
}

export function pathOf(target = ''): string {
  return target.split('?', 1)[0] ?? '';
}

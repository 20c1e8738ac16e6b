export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505';
}

export function isForeignKeyViolation(error: unknown): boolean {
  return codeOf(error) === '23503';
}

/** Another session held the lock for longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** PostgreSQL ended this of two sessions that waited for each other. */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === '40P01';
}

/** The statement ran for longer than `statement_timeout`. */
export function isCancelled(error: unknown): boolean {
  return codeOf(error) === '57014';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Whether the statement failed because a foreign key would have pointed to nothing. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}

/** Rows 2, 15, 28 and 33, and what they need before. Each generated client makes the same calls. */
export interface Calls {
  ensureUser(owner: string): Promise<{ status: number; user_id: string | undefined }>;
  defineEvent(name: string, definition: Record<string, unknown>): Promise<{ status: number }>;
  /** Row 2. */
  sendEvent(user: string, name: string): Promise<{ status: number; id: string | undefined; code: string | undefined }>;
  register(username: string): Promise<{ status: number; nonce: string | undefined }>;
  /** Row 15. */
  enterPerson(nonce: string): Promise<{ status: number; firstName: string | undefined; created: string | undefined }>;
  /** Row 28. */
  upload(title: string, file: File): Promise<{ status: number; state: string | undefined }>;
  /** Row 33. */
  subscribe(url: string): Promise<{ status: number; events: readonly string[] | undefined }>;
}

export interface Target {
  url: string;
  token: string;
}

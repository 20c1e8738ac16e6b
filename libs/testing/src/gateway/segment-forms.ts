import type { ExternalSegment } from '@ces/contracts/segments/segments';
import type { ApiAnswer } from './api-client.js';
import { eventually } from '../eventually.js';
import type { TestPlatform } from './test-platform.js';

export const path = '/api/1/external-segmentation/external-segment';

interface Parts {
  title?: string;
  identifier?: string;
  id?: string;
  file?: string | Uint8Array<ArrayBuffer>;
  fileName?: string;
}

/** Keeps the order of the parts, because clients may send any order. */
export function formOf({ fileName = 'readers.csv', ...parts }: Parts): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (name === 'file') form.set(name, new Blob([value], { type: 'text/csv' }), fileName);
    else form.set(name, String(value));
  }
  return form;
}

export function sendForm(
  { api }: Pick<TestPlatform, 'api'>,
  to: string,
  form: FormData,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> {
  return api.send('POST', to, { body: form, headers });
}

/** Row 28, with a file of provider acme. */
export async function importFile(
  platform: Pick<TestPlatform, 'api'>,
  file: string,
  title = 'Readers',
): Promise<ExternalSegment> {
  const answer = await sendForm(platform, path, formOf({ title, identifier: 'acme', file }));
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as ExternalSegment;
}

export function processed(
  platform: Pick<TestPlatform, 'api'>,
  id: string,
  withinMs?: number,
): Promise<ExternalSegment> {
  return eventually(async () => {
    const segment = (await platform.api.get(`${path}/${id}`)).body as ExternalSegment;
    if (segment.state !== 'processed') throw new Error(`${segment.state} ${segment.progress ?? ''}`);
    return segment;
  }, withinMs);
}

export async function importAndProcess(
  platform: Pick<TestPlatform, 'api'>,
  file: string,
  title?: string,
): Promise<ExternalSegment> {
  return processed(platform, (await importFile(platform, file, title)).id);
}

/** Row 5. */
export async function connect(platform: TestPlatform, owner: string): Promise<string> {
  const answer = await platform.api.post(`/api/1/oauth2/provider/acme/${encodeURIComponent(owner)}`);
  return (answer.body as { user_id: string }).user_id;
}

/** Row 6. */
export async function connectAlso(platform: TestPlatform, user_id: string, owner_id: string): Promise<void> {
  const answer = await platform.api.post(`/api/1/user/connections/${user_id}`, { provider_name: 'acme', owner_id });
  if (answer.status >= 300) throw new Error(answer.text);
}

export async function disconnect(platform: TestPlatform, user_id: string, owner_id: string): Promise<void> {
  const path = `/api/1/admin/users/${user_id}/connections/acme/${encodeURIComponent(owner_id)}`;
  const answer = await platform.api.send('DELETE', path);
  if (answer.status !== 200) throw new Error(answer.text);
}

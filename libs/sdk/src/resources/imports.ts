import type { BegunImport, MemberImport } from '../generated/api.ts';
import { ImportCalls } from '../generated/calls.ts';
import type { CallOptions } from '../http/transport.ts';
import { formWith, type FileToSend } from './file-form.ts';
import { until, type WaitOptions } from './until.ts';

export interface ImportFile {
  file: FileToSend;
  /** NDJSON by default. */
  format?: 'ndjson' | 'csv';
  /** Judges every line and changes nothing. */
  dryRun?: boolean;
}

export class Imports extends ImportCalls {
  /** Sends the file, and answers the import that has begun. */
  begin({ file, format = 'ndjson', dryRun }: ImportFile, options?: CallOptions): Promise<BegunImport> {
    const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
    const { body, headers } = formWith({ format }, file, { name: `members.${format}`, type });
    return this.http.json('POST', '/api/1/admin/imports', {
      timeoutMs: 0,
      ...options,
      body,
      query: { dry_run: dryRun },
      headers: { ...options?.headers, ...headers },
    });
  }

  /** Waits until every line is done or refused. */
  finished(id: string, options: WaitOptions<MemberImport> = {}): Promise<MemberImport> {
    return until(
      () => this.get(id, options),
      ({ state }) => state === 'finished',
      options,
    );
  }
}

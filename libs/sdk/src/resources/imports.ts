import type { BegunImport, MemberImport, MemberImportFault } from '../generated/api.ts';
import type { Items } from '../http/items.ts';
import { at, type CallOptions, type Query, type Transport } from '../http/transport.ts';
import { formWith, type FileToSend } from './file-form.ts';
import { until, type WaitOptions } from './until.ts';

const root = '/api/1/admin/imports';

export interface ImportFile {
  file: FileToSend;
  /** NDJSON by default. */
  format?: 'ndjson' | 'csv';
  /** Judges every line and changes nothing. */
  dryRun?: boolean;
}

export class Imports {
  private readonly http: Transport;

  constructor(http: Transport) {
    this.http = http;
  }

  begin({ file, format = 'ndjson', dryRun }: ImportFile, options?: CallOptions): Promise<BegunImport> {
    const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
    const { body, headers } = formWith({ format }, file, { name: `members.${format}`, type });
    return this.http.post(root, body, {
      timeoutMs: 0,
      ...options,
      query: { dry_run: dryRun },
      headers: { ...options?.headers, ...headers },
    });
  }

  get(id: string, options?: CallOptions): Promise<MemberImport> {
    return this.http.get(root + at`/${id}`, options);
  }

  finished(id: string, options: WaitOptions<MemberImport> = {}): Promise<MemberImport> {
    return until(
      () => this.get(id, options),
      ({ state }) => state === 'finished',
      options,
    );
  }

  faults(id: string, query?: Query, options?: CallOptions): Items<MemberImportFault> {
    return this.http.list(root + at`/${id}/faults`, query, options);
  }
}

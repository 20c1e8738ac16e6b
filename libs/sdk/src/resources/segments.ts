import type { ExternalSegment } from '../generated/api.ts';
import { SegmentCalls } from '../generated/calls.ts';
import { at, type CallOptions, type Transport } from '../http/transport.ts';
import { formWith, type FileToSend } from './file-form.ts';
import { until, type WaitOptions } from './until.ts';

const root = '/api/1/external-segmentation/external-segment';

export interface SegmentFile {
  title: string;
  /** The name of a provider, whose identifiers are in the file. */
  identifier: string;
  /** One identifier per line, without a header. A stream is sent as it comes, and cannot be sent again if the line is cut. */
  file: FileToSend;
}

/** An upload that is under way. It can be awaited like the promise of its segment. */
export class SegmentUpload implements PromiseLike<ExternalSegment> {
  private readonly segments: Segments;
  private readonly sent: Promise<ExternalSegment>;

  constructor(segments: Segments, sent: Promise<ExternalSegment>) {
    this.segments = segments;
    this.sent = sent;
  }

  then<A = ExternalSegment, B = never>(
    done?: ((segment: ExternalSegment) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.sent.then(done, failed);
  }

  async processed(options: WaitOptions<ExternalSegment> = {}): Promise<ExternalSegment> {
    const { id } = await this.sent;
    return until(
      () => this.segments.get(id, options),
      ({ state }) => state === 'processed',
      options,
    );
  }
}

export class Segments extends SegmentCalls {
  /** `await` gives the segment as soon as the file is taken in; `await ….processed()` when its members are known. */
  upload(file: SegmentFile, options?: CallOptions): SegmentUpload {
    return new SegmentUpload(this, sendFile(this.http, root, file, options));
  }

  /** The old members stay until the new file is processed. */
  replace(segmentId: string, file: SegmentFile, options?: CallOptions): SegmentUpload {
    return new SegmentUpload(this, sendFile(this.http, root + at`/${segmentId}`, { ...file, id: segmentId }, options));
  }
}

function sendFile(
  http: Transport,
  path: string,
  { file, ...fields }: SegmentFile & { id?: string },
  options?: CallOptions,
): Promise<ExternalSegment> {
  const { body, headers } = formWith(fields, file, { name: 'segment.csv', type: 'text/csv' });
  // A large file takes its time. The service ends an upload that stands still.
  return http.json('POST', path, { timeoutMs: 0, ...options, body, headers: { ...options?.headers, ...headers } });
}

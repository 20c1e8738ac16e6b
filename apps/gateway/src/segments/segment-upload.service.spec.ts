import { listProviders } from '@ces/contracts/identity/providers';
import { Problem } from '@ces/contracts/problems';
import { dropUpload, importSegment, takePart } from '@ces/contracts/segments/segments';
import type { Bus } from '@ces/messaging/calls/bus';
import type { CallContext } from '@ces/messaging/calls/call-context';
import { Readable } from 'node:stream';
import { SegmentUploadService, type SegmentRequest } from './segment-upload.service.js';

const part = (name: string, more: string, text: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
const form = [
  part('title', '', 'Readers'),
  part('identifier', '', 'acme'),
  part('file', '; filename="readers.csv"', 'a\nb\n'),
  '--b--\r\n',
].join('');

class SegmentsStandIn {
  readonly calls: { subject: string; upload: string }[] = [];

  constructor(private readonly answer: () => object) {}

  call({ subject }: { subject: string }, { document_id }: { document_id: string }): Promise<object> {
    if (subject === listProviders.subject) return Promise.resolve({ items: [{ name: 'acme-login' }] });
    this.calls.push({ subject, upload: document_id });
    return Promise.resolve().then(() => (subject === importSegment.subject ? this.answer() : {}));
  }

  subjects(): string[] {
    return this.calls.map(({ subject }) => subject);
  }
}

describe('the upload of a segment', () => {
  const send = (segments: SegmentsStandIn, call: CallContext = { requestId: 'r' }) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(form.length) };
    const raw = Object.assign(Readable.from([Buffer.from(form)]), { headers });
    const user = { client_id: 'cl_1', scope: 'segments' };
    const request = { raw, headers, call, user } as unknown as SegmentRequest;
    return new SegmentUploadService(segments as unknown as Bus).upload(request);
  };

  it('is kept when the segments service has imported it', async () => {
    const segments = new SegmentsStandIn(() => ({ id: 's' }));
    expect(await send(segments)).toEqual({ id: 's' });
    expect(segments.subjects()).toEqual([takePart.subject, importSegment.subject]);
  });

  it('is dropped when its import is refused', async () => {
    const segments = new SegmentsStandIn(() => {
      throw new Problem('segment-identifier-unknown', 'no such provider');
    });
    await expect(send(segments)).rejects.toMatchObject({
      code: 'segment-identifier-unknown',
      detail: 'There is no provider "acme"; there are acme-login; did you mean "acme-login"?',
    });
    expect(segments.subjects()).toEqual([takePart.subject, importSegment.subject, dropUpload.subject]);
    expect(new Set(segments.calls.map(({ upload }) => upload)).size).toBe(1);
  });

  it('is dropped when the answer is the recorded one of an earlier upload', async () => {
    const call: CallContext = { requestId: 'r' };
    const segments = new SegmentsStandIn(() => {
      call.replayed = true;
      return { id: 's' };
    });
    await send(segments, call);
    expect(segments.subjects()).toEqual([takePart.subject, importSegment.subject, dropUpload.subject]);
  });
});

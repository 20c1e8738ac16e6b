import type { Sending } from '../../send.ts';
import type { Bombs } from './bombs.ts';

const END = '--x--\r\n';

export async function formBombs(bombs: Bombs): Promise<void> {
  const many = bombs.world.count(20_000, 5_000);
  const fields = field('title', 'Bomb') + field('identifier', bombs.world.file.provider);
  const file = part('Content-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv', 'a1\n');
  const forms: Record<string, string> = {
    'many fields': fields + field('x', '1').repeat(many) + file + END,
    'many fields of different names':
      fields + Array.from({ length: many }, (_, i) => field(`x${i}`, '1')).join('') + file + END,
    'many files': fields + file.repeat(many) + END,
    'two files': fields + file.repeat(2) + END,
    'a huge name of a field': fields + field('n'.repeat(200_000), '1') + file + END,
    'a huge value of a field': field('title', 't'.repeat(2_000_000)) + file + END,
    'a huge name of a file': fields + file.replace('a.csv', 'f'.repeat(200_000)) + END,
    'a huge header':
      fields + part(`Content-Disposition: form-data; name="a"\r\nX: ${'x'.repeat(200_000)}`, '1') + file + END,
    'many headers':
      fields + part(`Content-Disposition: form-data; name="a"${'\r\nX: y'.repeat(10_000)}`, '1') + file + END,
    'a form within the form':
      fields +
      part(
        'Content-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: multipart/mixed; boundary=y',
        '--y\r\n\r\nz\r\n--y--',
      ),
    'no end': fields + file,
    'no end within a header': `${fields}--x\r\nContent-Disposition: form-`,
    nothing: '',
    'only an end': END,
    'no file': fields + END,
    'a field where the file must be': fields + field('file', 'a1') + END,
    'keys of prototypes': field('__proto__[title]', 'x') + field('constructor', 'x') + file + END,
    'deep names of fields': fields + field(`a${'[b]'.repeat(5_000)}`, 'x') + file + END,
    'a file that is binary': fields + file.replace('a1\n', '\0\x01\x02'.repeat(1_000)) + END,
    'a line without end': fields + file.replace('a1\n', 'a'.repeat(1_000_000)) + END,
  };
  for (const [what, body] of Object.entries(forms)) {
    await bombs.expect(`a form with ${what}`, upload(body), [400, 413, 422, 431], 5_000);
  }
  for (const type of [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'b'.repeat(5_000)}`,
  ]) {
    const sending = { ...upload(fields + END), headers: { 'content-type': type } };
    await bombs.expect(`a form of the type ${type.slice(0, 60)}`, sending, [400, 415, 422]);
  }
}

function upload(body: string): Sending {
  const path = '/api/1/external-segmentation/external-segment';
  return { method: 'POST', path, body, headers: { 'content-type': 'multipart/form-data; boundary=x' } };
}

function field(name: string, value: string): string {
  return part(`Content-Disposition: form-data; name="${name}"`, value);
}

function part(headers: string, content: string): string {
  return `--x\r\n${headers}\r\n\r\n${content}\r\n`;
}

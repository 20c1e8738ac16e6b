import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { Gauge } from 'prom-client';

const info = new Gauge({
  name: 'ces_build_info',
  help: 'Always 1; the labels tell what runs',
  labelNames: ['service', 'version', 'node'],
});

export function showBuild(service: string): void {
  info.set({ service, version: versionOfBuild(), node: process.version }, 1);
}

export function versionOfBuild(): string {
  const file = findPackageJSON(import.meta.url);
  const { version } = JSON.parse(file ? readFileSync(file, 'utf8') : '{}') as { version?: string };
  return version ?? 'unknown';
}

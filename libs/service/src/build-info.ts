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

/** Read once, because an upgrade in place may replace the files of a process that runs. */
const version = readVersion();

export function versionOfBuild(): string {
  return version;
}

function readVersion(): string {
  const file = findPackageJSON(import.meta.url);
  const manifest = JSON.parse(file ? readFileSync(file, 'utf8') : '{}') as { version?: string };
  return manifest.version ?? 'unknown';
}

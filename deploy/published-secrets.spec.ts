import { AppConfig, ConfigFault, DatabaseConfig, readConfig } from '@ces/service/config/config';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { localUrls, publicUrls } from './public-urls.ts';

const root = resolve(import.meta.dirname, '..');
const example = readFileSync(join(root, '.env.example'), 'utf8');
const lines = parseEnv(example) as Record<string, string>;
const isSecret = /PASSWORD|SECRET|TOKEN|_KEY$|_SEED$|^SEED_(CLIENTS|USERS|OPERATORS)$/;
const secrets = Object.entries(lines).filter(([name]) => isSecret.test(name));
const sentence = (name: string) => `${name}: comes from .env.example, which is public`;

describe('a secret of .env.example', () => {
  const read = (PUBLIC_URL: string, more: Record<string, string>) => readConfig(AppConfig, { PUBLIC_URL, ...more });

  it('is each of the passwords, keys and seeds', () => {
    expect(secrets.length).toBeGreaterThanOrEqual(10);
  });

  it.each(secrets)('%s is refused with a public PUBLIC_URL', (name, value) => {
    for (const url of publicUrls) expect(() => read(url, { [name]: value })).toThrow(sentence(name));
    for (const url of localUrls) expect(read(url, { [name]: value })).toBeInstanceOf(AppConfig);
  });

  it('is found inside another value, and beside one that is not published', () => {
    const DATABASE_URL = 'postgres://cards:development-only-cards@postgres:5432/cards';
    const config = {
      PUBLIC_URL: 'https://ces.example',
      DATABASE_URL,
      SECRETS_KEY: `${lines['SECRETS_KEY'] ?? ''},own`,
    };
    expect(() => readConfig(DatabaseConfig, config)).toThrow(ConfigFault);
    for (const name of ['DATABASE_URL', 'SECRETS_KEY'])
      expect(() => readConfig(DatabaseConfig, config)).toThrow(sentence(name));
    const own = { ...config, DATABASE_URL: 'postgres://cards:own@postgres:5432/cards', SECRETS_KEY: 'own' };
    expect(readConfig(DatabaseConfig, own)).toBeInstanceOf(DatabaseConfig);
  });

  it('may be the second of SECRETS_KEY, which only opens: an operator can change from it to another key', () => {
    const SECRETS_KEY = `own,${lines['SECRETS_KEY'] ?? ''}`;
    expect(read('https://ces.example', { SECRETS_KEY })).toBeInstanceOf(AppConfig);
  });

  it('ends an app at its start with exit code 78 and that sentence', () => {
    const loader = join(root, 'libs/testing/src/services/from-source.mjs');
    const run = spawnSync(process.execPath, ['--import', loader, 'apps/cards/src/main.ts'], {
      cwd: root,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        PUBLIC_URL: 'https://ces.example',
        DATABASE_URL: 'postgres://cards:development-only-cards@127.0.0.1:9/cards',
      },
    });
    expect([run.status, run.stderr]).toEqual([78, expect.stringContaining(sentence('DATABASE_URL'))]);
    expect(run.stderr).not.toContain('development-only-cards');
  });

  it('has no second home: docker-compose.yml holds no default for one, and gives PUBLIC_URL to every app', () => {
    const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
    const defaults = [...compose.matchAll(/\$\{(\w+):-([^}]+)\}/g)].filter(([, name = '']) => isSecret.test(name));
    expect(defaults.map(([, name, value]) => [name, value])).toEqual([
      ['SEED_CLIENTS', '[]'],
      ['SEED_USERS', '[]'],
      ['SEED_OPERATORS', '[]'],
    ]);
    expect(compose).toMatch(/x-environment: &environment\n(?: {2}\S.*\n)* {2}PUBLIC_URL: /);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseConfig, readConfig } from './config.js';

describe('settings from files', () => {
  const dir = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
  afterAll(() => {
    rmSync(dir, { recursive: true });
  });

  const file = (name: string, content: string): string => {
    const path = join(dir, name);
    writeFileSync(path, content);
    return path;
  };
  const read = (env: NodeJS.ProcessEnv) => readConfig(DatabaseConfig, env);
  const url = 'postgres://cards:secret@db.example:5432/cards';

  it('take the content of a file without its last line break', () => {
    const config = read({
      DATABASE_URL_FILE: file('url', `${url}\n`),
      NATS_USER: 'cards',
      NATS_PASSWORD_FILE: file('password', ' with space \r\n'),
      NATS_PASSWORD: '',
    });
    expect(config).toMatchObject({ DATABASE_URL: url, NATS_PASSWORD: ' with space ' });
  });

  it('have faults like all settings', () => {
    const both = { DATABASE_URL: url, DATABASE_URL_FILE: file('both', url) };
    expect(() => read(both)).toThrow('DATABASE_URL_FILE: cannot stand beside DATABASE_URL: choose one');
    const absent = join(dir, 'absent');
    expect(() => read({ DATABASE_URL_FILE: absent })).toThrow(`DATABASE_URL_FILE: ${absent} cannot be read`);
    const empty = file('empty', '\n');
    expect(() => read({ DATABASE_URL_FILE: empty })).toThrow(`DATABASE_URL_FILE: ${empty} is empty`);
    expect(() => read({ DATABASE_URL_FILE: file('wrong', 'mysql://x') })).toThrow('DATABASE_URL must be postgres://');
  });

  it('may not be secrets of .env.example either, where others reach the address', () => {
    const example = file('example', url.replace('secret', 'development-only-cards'));
    expect(() => read({ DATABASE_URL_FILE: example, PUBLIC_URL: 'https://shop.example' })).toThrow(
      'DATABASE_URL: comes from .env.example',
    );
  });
});

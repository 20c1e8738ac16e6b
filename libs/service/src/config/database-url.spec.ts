import { DatabaseConfig, readConfig } from './config.js';

describe('DATABASE_URL', () => {
  const read = (DATABASE_URL: string): DatabaseConfig => readConfig(DatabaseConfig, { DATABASE_URL });

  it.each([
    'postgres://events:password@db/events',
    'postgresql://db:5432/events?sslmode=require',
    'postgres://events:a%2Cb@one:5432,two:5433/events',
    'postgres://one,two,three/events?target_session_attrs=read-write',
    'postgres://[::1]:5432,127.0.0.1/events?sslmode=require&target_session_attrs=read-write',
  ])('may be %s', (url) => {
    expect(read(url).DATABASE_URL).toBe(url);
  });

  it.each([
    'mysql://db/events',
    'db:5432/events',
    'postgres://one,,two/events',
    'postgres://one,two:port/events',
    'postgres://one,two/events?target_session_attrs=read-only',
    'postgres://one,two/events?sslmode=require&target_session_attrs=any',
  ])('may not be %s', (url) => {
    expect(() => read(url)).toThrow(
      'DATABASE_URL: DATABASE_URL must be postgres://user:password@host:port/database; several hosts stand as host:port,host:port',
    );
  });
});

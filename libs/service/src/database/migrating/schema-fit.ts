import type { DataSource, MigrationInterface } from 'typeorm';

export interface SchemaFit {
  /** Oldest first. */
  missing: string[];
  /** Migrations of a newer version that have run. */
  newer: string[];
  fault: string | undefined;
}

/**
 * A migration that removes what older versions use names the migration that a version must know to live without it:
 * `DropNicknamesNeeds1765000000000_1765100000000`. An older version reads this name in the database.
 */
const taking = /Needs(\d{13})_\d{13}$/;

export function fitOf(known: string[], applied: string[]): SchemaFit {
  const missing = known.filter((name) => !applied.includes(name)).toSorted(byTime);
  const newer = applied.filter((name) => !known.includes(name)).toSorted(byTime);
  return { missing, newer, fault: faultOf(known, applied, missing, newer) };
}

function faultOf(known: string[], applied: string[], missing: string[], newer: string[]): string | undefined {
  const [first] = missing;
  if (first !== undefined) {
    const what = missing.length === 1 ? 'the migration' : `${missing.length} migrations, first`;
    const where = applied.length === 0 ? 'the database is empty: it lacks' : 'the database lacks';
    return `${where} ${what} ${first}; run the command migrate of this version`;
  }
  const times = new Set(known.map(timeOf));
  const unfit = newer.find((name) => {
    const needed = taking.exec(name)?.[1];
    return needed !== undefined && !times.has(needed);
  });
  if (unfit === undefined) return undefined;
  return `the database has the migration ${unfit}, which this version is too old for; run a newer version`;
}

function byTime(one: string, other: string): number {
  return timeOf(one).localeCompare(timeOf(other));
}

function timeOf(name: string): string {
  return name.slice(-13);
}

export function namesOf(source: DataSource): string[] {
  return source.migrations.map(nameOf);
}

export function nameOf(migration: MigrationInterface): string {
  return migration.name ?? migration.constructor.name;
}

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findCommit, newestRelease, readNewestRelease } from './last-release.ts';

const root = resolve(import.meta.dirname, '../../..');
const hash = (digit: string): string => digit.repeat(40);
const section = (version: string, below: string): string => `## [${version}] - 2026-01-31\n\n${below}\n\n### Added\n\n`;
/** A clone has a history; the image and an unpacked archive have none, and jest reports these tests as skipped there. */
const inHistory = existsSync(join(root, '.git')) ? it : it.skip;

describe('the newest release of a changelog', () => {
  const newer = section('0.10.0', `Commit \`${hash('b')}\`.`);
  const older = section('0.9.0', `Commit \`${hash('a')}\`.`);

  it('is the one below Unreleased', () => {
    expect(newestRelease(`# Changelog\n\n## [Unreleased]\n\n- News.\n\n${newer}${older}`)).toEqual({
      version: '0.10.0',
      commit: hash('b'),
    });
  });

  it.each([
    ['has no commit', section('0.10.0', 'A fine release.')],
    ['has half a hash', section('0.10.0', 'Commit `bbbbbbbb`.')],
    ['has no date', newer.replace(' - 2026-01-31', '')],
    ['is not there', ''],
  ])('is refused when it %s, and no older one takes its place', (_, text) => {
    expect(() => newestRelease(`## [Unreleased]\n\n${text}${text && older}`)).toThrow('names no commit');
  });
});

describe('CHANGELOG.md', () => {
  const release = readNewestRelease(root);

  it('has a section for what comes next, and for its newest release the version of package.json and of the manifests', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toMatch(/^## \[Unreleased\]$/m);
    expect(release.version).toBe(version);
    const images = readFileSync(join(root, 'deploy/kubernetes/production/kustomization.yaml'), 'utf8');
    expect(images).toContain(`newTag: ${version}\n`);
  });

  inHistory('names a commit of the history before this one, which its tag follows', () => {
    const isBefore = (one: string, other: string) =>
      spawnSync('git', ['merge-base', '--is-ancestor', one, other], { cwd: root }).status === 0;
    const built = findCommit(root, release);
    expect([isBefore(release.commit, built), isBefore(built, 'HEAD')]).toEqual([true, true]);
  });
});

describe('the commit of a release', () => {
  const clone = mkdtempSync(join(tmpdir(), 'ces-release-'));
  const git = (...words: string[]): string => execFileSync('git', words, { cwd: clone, encoding: 'utf8' }).trim();
  const commit = (): string => {
    git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', 'commit', '--quiet', '--allow-empty', '-m', 'more');
    return git('rev-parse', 'HEAD');
  };

  afterAll(() => {
    rmSync(clone, { recursive: true });
  });

  it('is the one of the changelog until there is a tag, and then that of the tag', () => {
    git('init', '--quiet');
    const [named, cut] = [commit(), commit()];
    const release = { version: '1.2.3', commit: named };
    expect(findCommit(clone, release)).toBe(named);
    git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', 'tag', '-a', '-m', '1.2.3', 'v1.2.3');
    expect(findCommit(clone, release)).toBe(cut);
  });

  it('is asked for by a sentence that says how to fetch it, when the clone lacks it', () => {
    expect(() => findCommit(clone, { version: '1.2.4', commit: hash('c') })).toThrow(
      `git fetch --depth=1 origin ${hash('c')}`,
    );
  });
});

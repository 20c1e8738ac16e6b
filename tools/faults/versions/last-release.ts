import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Release {
  version: string;
  /** The full hash of the commit that CHANGELOG.md names. */
  commit: string;
}

/** The newest release of the changelog: a heading with version and date, and below it the line with its commit. */
export function newestRelease(changelog: string): Release {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => !each.startsWith('[Unreleased]')) ?? '';
  const [, version, commit] = /^\[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d\n\nCommit `([0-9a-f]{40})`/.exec(section) ?? [];
  if (version !== undefined && commit !== undefined) return { version, commit };
  throw new Error(
    'CHANGELOG.md names no commit for its newest release. Its section must begin with "## [1.2.3] - 2026-01-31" and ' +
      `a line "Commit \`<40 hex digits>\`"; it begins with "${section.slice(0, 60).trim()}".`,
  );
}

export function readNewestRelease(root: string): Release {
  return newestRelease(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
}

/** The commit of the tag `v<version>` where the clone has this tag, else the commit that the changelog names. */
export function findCommit(root: string, { version, commit }: Release): string {
  const tagged = revision(root, `refs/tags/v${version}`);
  if (tagged !== undefined) return tagged;
  if (revision(root, commit) !== undefined) return commit;
  throw new Error(
    `This clone lacks the commit of the release ${version}, ${commit}. It is perhaps shallow: ` +
      `\`git fetch --unshallow\` brings the whole history, and \`git fetch --depth=1 origin ${commit}\` this commit alone.`,
  );
}

function revision(root: string, name: string): string | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : undefined;
}

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** An installation, and what was got there by `ces login`. */
export interface Profile {
  url: string;
  client_id: string;
  /** The client for which an operator acts. */
  on_behalf_of?: string;
  /** For client credentials. */
  client_secret?: string;
  /** For a person who has signed in. A refresh gives a new one. */
  refresh_token?: string;
  access_token?: string;
  /** In milliseconds since 1970. */
  expires_at?: number;
}

interface Kept {
  current: string | undefined;
  profiles: Record<string, Profile>;
}

/** The file of profiles in the system's folder for settings. Only its owner can read it. */
export class Profiles {
  readonly file: string;
  private readonly folder: string;

  constructor(env: Readonly<NodeJS.ProcessEnv>, platform: NodeJS.Platform = process.platform) {
    this.folder = folderOf(env, platform);
    this.file = join(this.folder, 'profiles.json');
  }

  read(): Kept {
    try {
      return JSON.parse(readFileSync(this.file, 'utf8')) as Kept;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return { current: undefined, profiles: {} };
    }
  }

  find(name?: string): Profile | undefined {
    const { current, profiles } = this.read();
    return profiles[name ?? current ?? ''];
  }

  keep(name: string, profile: Profile): void {
    const { profiles, current } = this.read();
    this.write({ current: current ?? name, profiles: { ...profiles, [name]: profile } });
  }

  use(name: string): void {
    const kept = this.read();
    if (kept.profiles[name] === undefined) throw new Error(`There is no profile ${name}.`);
    this.write({ ...kept, current: name });
  }

  remove(name: string): void {
    const { [name]: gone, ...profiles } = this.read().profiles;
    if (gone === undefined) throw new Error(`There is no profile ${name}.`);
    const { current } = this.read();
    this.write({ current: current === name ? Object.keys(profiles)[0] : current, profiles });
  }

  /** A reader sees the file of before or that of after. */
  private write(kept: Kept): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const whole = `${this.file}.${randomUUID()}`;
    writeFileSync(whole, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
    renameSync(whole, this.file);
  }
}

function folderOf(env: Readonly<NodeJS.ProcessEnv>, platform: NodeJS.Platform): string {
  const home = env['HOME'] ?? homedir();
  if (env['CES_CONFIG_DIR']) return env['CES_CONFIG_DIR'];
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData/Roaming'), 'ces');
  if (platform === 'darwin') return join(home, 'Library/Application Support/ces');
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'ces');
}

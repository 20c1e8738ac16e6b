import { readFileSync } from 'node:fs';

interface SettingsFromFiles {
  env: Record<string, string | undefined>;
  faults: string[];
}

/**
 * Gives each setting `NAME` the content of the file that `NAME_FILE` names, because containers mount secrets as files.
 * The line break at the end of a file is not a part of the value.
 */
export function settingsFromFiles(env: Record<string, string | undefined>, names: string[]): SettingsFromFiles {
  const found: SettingsFromFiles = { env: { ...env }, faults: [] };
  for (const name of names) {
    const file = env[`${name}_FILE`];
    if (file === undefined || file === '') continue;
    const fault = env[name] ? `cannot stand beside ${name}: choose one` : take(found.env, name, file);
    if (fault !== undefined) found.faults.push(`${name}_FILE: ${fault}`);
  }
  return found;
}

function take(env: SettingsFromFiles['env'], name: string, file: string): string | undefined {
  try {
    env[name] = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
  } catch {
    return `${file} cannot be read`;
  }
  return env[name] === '' ? `${file} is empty` : undefined;
}

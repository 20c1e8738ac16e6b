import { nearestName } from '@ces/contracts/faults/did-you-mean';

/** Kubernetes names other services in variables of these forms, and Compose their passwords. */
const ofOthers = /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_(TCP|UDP)(_\w+)?)?|(DATABASE|NATS|OWNER)_PASSWORD)$/;

/**
 * One line for each variable that is probably meant for this app but unknown to it: its first word is that of several
 * settings, or nearly that of one, and its name is similar. Other variables of the environment belong to other programs
 * or apps.
 */
export function unknownSettings(app: string, names: string[], env: NodeJS.ProcessEnv): string[] {
  const several = names.filter((name) => name.includes('_'));
  const known = new Set(names.flatMap((name) => [name, `${name}_FILE`]));
  return Object.keys(env)
    .filter((name) => env[name] !== '' && !known.has(name) && !ofOthers.test(name) && /^[A-Z]+_[A-Z0-9_]+$/.test(name))
    .flatMap((name) => {
      const word = firstWord(name);
      const nearest = nearestName(name, several);
      const isOurs = names.filter((each) => firstWord(each) === word).length > 1;
      if (!isOurs && !(nearest !== undefined && isSimilar(word, firstWord(nearest)))) return [];
      const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
      return [`${name} is no setting of ${app} and has no effect${hint}`];
    });
}

function firstWord(name: string): string {
  return name.split('_', 1)[0] ?? '';
}

function isSimilar(word: string, known: string): boolean {
  return word === known || nearestName(word, [known]) !== undefined;
}

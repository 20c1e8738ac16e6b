import { nearestName } from '@ces/contracts/faults/did-you-mean';

/** A route's path with `{name}` for its parameters: `/api/1/admin/campaigns/{id}:start`. */
export function templateOf(url: string): string {
  return url.replace(/::|:(\w+)(\([^)]*\))?/g, (_, name?: string) => (name === undefined ? ':' : `{${name}}`));
}

/** Corrects the misspelt parts of the path by the template; undefined if the template is not similar. */
export function similarPath(path: string, template: string): string | undefined {
  const [given, wanted] = [path.split('/'), template.split('/')];
  if (given.length !== wanted.length) return undefined;
  const parts = wanted.map((part, index) => similarPart(given[index] ?? '', part));
  return parts.every((part) => part !== undefined) ? parts.join('/') : undefined;
}

function similarPart(given: string, wanted: string): string | undefined {
  if (!wanted.startsWith('{')) return similarWord(given, wanted);
  const action = wanted.split('}')[1] ?? '';
  if (action === '') return given === '' ? undefined : given;
  const end = given.lastIndexOf(':');
  if (end < 1 || !action.startsWith(':')) return undefined;
  const word = similarWord(given.slice(end + 1), action.slice(1));
  return word === undefined ? undefined : `${given.slice(0, end)}:${word}`;
}

function similarWord(given: string, wanted: string): string | undefined {
  return given === wanted ? wanted : nearestName(given, [wanted]);
}

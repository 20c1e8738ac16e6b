// The table of docs/floor-plan.md as a lint rule: which project may import which.

interface Place {
  /** `app:cards`, `lib:service`, `e2e`, `tools` or `deploy`. */
  project: string;
  /** Specs, and files that only specs use, may import more than the product. */
  isTest: boolean;
}

/** The product's files of a project may import these and their own project. Specs may import every lib. */
const mayImport: Record<string, readonly string[]> = {
  app: ['lib:contracts', 'lib:messaging', 'lib:service', 'lib:auth'],
  'lib:contracts': [],
  'lib:messaging': ['lib:contracts'],
  'lib:auth': ['lib:contracts'],
  'lib:service': ['lib:contracts', 'lib:messaging'],
  'lib:local-stack': ['lib:contracts'],
  'lib:testing': ['lib:contracts', 'lib:messaging', 'lib:service', 'lib:auth', 'lib:local-stack'],
  // The published client library, which customers install without anything of ours.
  'lib:sdk': [],
  'app:console': ['lib:sdk'],
  'app:cli': ['lib:sdk'],
  deploy: ['lib:local-stack'],
};

/** Contracts may import only these packages, which describe and validate. */
const packagesOfContracts = /^(class-validator|class-transformer|@nestjs\/(swagger|mapped-types))(\/|$)/;

/** Undefined if the import is allowed. `target` is a file of ours, or the name of a package. */
export function faultOfImport(from: string, target: string, isOurs: boolean): string | undefined {
  const place = placeOf(from);
  if (place === undefined) return undefined;
  if (!isOurs) {
    if (place.isTest) return undefined;
    if (place.project === 'lib:sdk') return `sdk runs everywhere and has no dependencies: not even ${target}`;
    const forbidden = place.project === 'lib:contracts' && !packagesOfContracts.test(target);
    return forbidden && !target.startsWith('node:') ? `contracts must not import the package ${target}` : undefined;
  }
  const other = placeOf(target);
  if (other === undefined || other.project === place.project) return undefined;
  return mayEnter(place, other) ? undefined : `${place.project} must not import ${other.project}`;
}

function mayEnter({ project, isTest }: Place, other: Place): boolean {
  if (project === 'e2e') return other.project !== 'tools';
  if (project === 'tools') return other.project !== 'e2e';
  if (isTest && other.project.startsWith('lib:')) return true;
  const allowed = mayImport[project] ?? (project.startsWith('app:') ? mayImport['app'] : undefined) ?? [];
  return allowed.includes(other.project);
}

function placeOf(file: string): Place | undefined {
  const isTest = /\.spec\.ts$|^apps\/[\w-]+\/test\//.test(file);
  const [, app] = /^apps\/([\w-]+)\//.exec(file) ?? [];
  if (app !== undefined) return { project: `app:${app}`, isTest };
  const [, lib] = /^libs\/([\w-]+)\//.exec(file) ?? [];
  if (lib !== undefined) return { project: `lib:${lib}`, isTest };
  const [, folder] = /^(e2e|tools|deploy)\//.exec(file) ?? [];
  return folder === undefined ? undefined : { project: folder, isTest };
}

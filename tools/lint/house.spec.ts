import { ESLint } from 'eslint';
import { resolve } from 'node:path';
import tseslint from 'typescript-eslint';

const root = resolve(import.meta.dirname, '../..');

/** A rule that is silently off looks like a rule that all files keep, so each prohibition is broken once here. */
describe('the lint rules of the house', () => {
  const eslint = new ESLint({
    cwd: root,
    // No file holds the planted text, so rules that need types cannot check it.
    overrideConfig: [{ ...tseslint.configs.disableTypeChecked, files: ['**/*.ts'] }],
  });

  const rulesBroken = async (filePath: string, text: string): Promise<(string | null)[]> => {
    const [result] = await eslint.lintText(text, { filePath: resolve(root, filePath) });
    const rules = (result?.messages ?? []).map((message) => message.ruleId);
    return [...new Set(rules.filter((rule) => rule?.startsWith('house/')))];
  };

  const doors: [what: string, file: string, text: string][] = [
    ['an app that imports another app', 'apps/events/src/log/planted.ts', "import '../../../identity/src/main.js';"],
    ['a spec that imports another app', 'apps/events/src/log/a.spec.ts', "import '../../../identity/src/main.js';"],
    ['a spec that imports e2e', 'apps/events/src/log/a.spec.ts', "import '../../../../e2e/platform/platform.js';"],
    ['an app that imports the testing lib', 'apps/events/src/log/planted.ts', "import '@ces/testing/eventually';"],
    ['an app that imports the local stack', 'apps/events/src/log/planted.ts', "import '@ces/local-stack/stack';"],
    ['an app that imports e2e', 'apps/events/src/log/planted.ts', "import '../../../../e2e/platform/platform.js';"],
    ['an app that imports tools', 'apps/events/src/log/planted.ts', "import '../../../../tools/verify.js';"],
    ['contracts that import messaging', 'libs/contracts/src/planted.ts', "import '@ces/messaging/calls/bus';"],
    ['contracts that import the database', 'libs/contracts/src/planted.ts', "import 'pg';"],
    ['contracts that import the Nest runtime', 'libs/contracts/src/planted.ts', "import '@nestjs/core';"],
    ['messaging that imports service', 'libs/messaging/src/planted.ts', "import '@ces/service/config/config';"],
    ['auth that imports messaging', 'libs/auth/src/planted.ts', "import '@ces/messaging/calls/bus';"],
    ['service that imports auth', 'libs/service/src/planted.ts', "import '@ces/auth/revoked';"],
    ['local-stack that imports service', 'libs/local-stack/src/planted.ts', "import '@ces/service/start';"],
    ['sdk that imports contracts', 'libs/sdk/src/planted.ts', "import '@ces/contracts/paging';"],
    ['sdk that imports a package', 'libs/sdk/src/planted.ts', "import 'undici';"],
    ['sdk that imports a module of Node', 'libs/sdk/src/planted.ts', "import 'node:fs';"],
    ['a service that imports the sdk', 'apps/events/src/log/planted.ts', "import '@ces/sdk';"],
    ['the console that imports contracts', 'apps/console/src/planted.ts', "import '@ces/contracts/paging';"],
    ['the cli that imports the local stack', 'apps/cli/src/planted.ts', "import '@ces/local-stack/stack';"],
    ['testing that imports an app', 'libs/testing/src/planted.ts', "import '../../../apps/events/src/main.js';"],
    ['testing that imports e2e', 'libs/testing/src/planted.ts', "import '../../../e2e/platform/platform.js';"],
    ['deploy that imports an app', 'deploy/local/planted.ts', "import '../../apps/events/src/main.js';"],
    ['deploy that imports service', 'deploy/local/planted.ts', "import '../../libs/service/src/start.ts';"],
    ['e2e that imports tools', 'e2e/http/planted.ts', "import '../../tools/verify.ts';"],
    ['tools that import e2e', 'tools/fuzz/planted.ts', "import '../../e2e/platform/platform.js';"],
  ];

  it.each(doors)('refuse %s', async (_what, file, text) => {
    expect(await rulesBroken(file, text)).toEqual(['house/doors']);
  });

  const others: [what: string, rule: string, file: string, text: string][] = [
    [
      'a slice that imports an entity of another slice',
      'house/slices',
      'apps/events/src/log/planted.ts',
      "import '../definitions/definition.entity.js';",
    ],
    [
      'a slice that imports a store of another slice',
      'house/slices',
      'apps/events/src/log/planted.ts',
      "import '../definitions/planted.store.js';",
    ],
    ['two files in a circle', 'house/no-circles', 'libs/messaging/src/nats.ts', "import './calls/bus.js';"],
    [
      'two slices in a circle',
      'house/no-circles',
      'apps/events/src/definitions/planted.ts',
      "import '../intake/intake.module.js';",
    ],
    [
      'SQL in a service',
      'house/sql-in-stores',
      'apps/events/src/log/log.service.ts',
      "declare const database: { query(sql: string): void }; database.query('SELECT 1');",
    ],
    [
      'a late write in a service',
      'house/sql-in-stores',
      'apps/events/src/log/log.service.ts',
      "declare const transactions: { late(sql: string): void }; transactions.late('SELECT 1');",
    ],
    [
      'a shared read in a service',
      'house/sql-in-stores',
      'apps/events/src/log/log.service.ts',
      "declare const its: { transactions: { read(sql: string): void } }; its.transactions.read('SELECT 1');",
    ],
    [
      'a query builder in a service',
      'house/sql-in-stores',
      'apps/events/src/log/log.service.ts',
      'declare const database: { createQueryBuilder(): void }; database.createQueryBuilder();',
    ],
    [
      'an entity manager in a signature',
      'house/sql-in-stores',
      'apps/events/src/log/log.service.ts',
      "import type { EntityManager } from 'typeorm'; export type Planted = EntityManager;",
    ],
    ['a dangling preposition', 'house/plain-comments', 'tools/planted.ts', '/** Of one version of a campaign. */'],
    ['a who-clause', 'house/plain-comments', 'tools/planted.ts', '// Who may come, and how many there are.'],
    ['a what-clause in lower case', 'house/plain-comments', 'tools/planted.ts', 'export {}; // what was planted'],
    ['a what-clause', 'house/plain-comments', 'tools/planted.ts', '// What is no UUID is the id of nothing.'],
    ['a what-clause in plain JavaScript', 'house/plain-comments', 'tools/planted.mjs', '// What is no UUID is none.'],
  ];

  it.each(others)('refuse %s', async (_what, rule, file, text) => {
    expect(await rulesBroken(file, text)).toEqual([rule]);
  });

  const allowed: [what: string, file: string, text: string][] = [
    [
      'an app that imports the libs',
      'apps/events/src/log/planted.ts',
      "import '@ces/contracts/paging'; import '@ces/messaging/calls/bus';",
    ],
    ['the console that imports the sdk', 'apps/console/src/planted.ts', "import '@ces/sdk/generated/api';"],
    ['the cli that imports the sdk', 'apps/cli/src/planted.ts', "import '@ces/sdk';"],
    ['a spec that imports the testing lib', 'apps/events/src/log/a.spec.ts', "import '@ces/testing/eventually';"],
    [
      'SQL in a store',
      'apps/events/src/log/planted.store.ts',
      "declare const database: { query(sql: string): void }; database.query('SELECT 1');",
    ],
    ['a plain comment', 'tools/planted.ts', '// Comparing with `undefined` costs the same and always fails.'],
  ];

  it.each(allowed)('allow %s', async (_what, file, text) => {
    expect(await rulesBroken(file, text)).toEqual([]);
  });
});

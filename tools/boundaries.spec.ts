import { ESLint } from 'eslint';
import { resolve } from 'node:path';
import tseslint from 'typescript-eslint';

const root = resolve(import.meta.dirname, '..');

/** A rule that is silently off looks like a rule that is kept: so we break it, and want to be told. */
describe('the boundaries between projects', () => {
  const eslint = new ESLint({
    cwd: root,
    // The planted text is in no file, so the rules that need types cannot look at it.
    overrideConfig: [{ ...tseslint.configs.disableTypeChecked, files: ['**/*.ts'] }],
  });

  const told = async (filePath: string, text: string): Promise<(string | null)[]> => {
    const [result] = await eslint.lintText(text, { filePath: resolve(root, filePath) });
    return (result?.messages ?? []).map((message) => message.ruleId).filter((rule) => rule?.startsWith('@nx/'));
  };

  const forbidden: [what: string, file: string, text: string][] = [
    [
      'an app that imports another app',
      'apps/events/src/planted.ts',
      "import '../../identity/src/identity.module.js';",
    ],
    ['an app that imports the testing lib', 'apps/events/src/planted.ts', "import '@ces/testing/eventually';"],
    ['contracts that import messaging', 'libs/contracts/src/planted.ts', "import '@ces/messaging/calls/bus';"],
    ['contracts that import the database', 'libs/contracts/src/planted.ts', "import 'pg';"],
    ['contracts that import the Nest runtime', 'libs/contracts/src/planted.ts', "import '@nestjs/core';"],
    ['messaging that imports service', 'libs/messaging/src/planted.ts', "import '@ces/service/config/config';"],
    ['auth that imports messaging', 'libs/auth/src/planted.ts', "import '@ces/messaging/calls/bus';"],
    ['service that imports auth', 'libs/service/src/planted.ts', "import '@ces/auth/revoked';"],
  ];

  it.each(forbidden)('refuse %s', async (_what, file, text) => {
    expect(await told(file, text)).toEqual(['@nx/enforce-module-boundaries']);
  });

  it('allow an app to import the libs', async () => {
    expect(
      await told(
        'apps/events/src/planted.ts',
        "import '@ces/contracts/events/events'; import '@ces/messaging/calls/bus';",
      ),
    ).toEqual([]);
  });
});

import nx from '@nx/eslint-plugin';
import { defineConfig } from 'eslint/config';
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import tseslint from 'typescript-eslint';

// Without a project graph the boundary rule passes every file and only prints a warning. A fresh clone has no graph, and an
// old graph does not know new projects, so each lint run builds it first (about one second).
execFileSync(resolve(import.meta.dirname, 'node_modules/.bin/nx'), ['show', 'projects'], {
  cwd: import.meta.dirname,
  env: { ...process.env, NX_DAEMON: 'false' },
  stdio: ['ignore', 'ignore', 'inherit'],
});

const only = (sourceTag, ...onlyDependOnLibsWithTags) => ({ sourceTag, onlyDependOnLibsWithTags });

export default defineConfig(
  { ignores: ['dist', 'node_modules', '.nx', '.local', 'coverage'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    plugins: { '@nx': nx },
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          allow: [],
          allowCircularSelfDependency: true,
          banTransitiveDependencies: false,
          // Specs use the testing lib, which uses what they test; apart from specs the constraints below forbid it.
          ignoredCircularDependencies: [
            ['testing', 'service'],
            ['testing', 'messaging'],
            ['testing', 'contracts'],
            ['testing', 'auth'],
            // Specs of messaging start services.
            ['service', 'messaging'],
          ],
          depConstraints: [
            only('type:app', 'type:contracts', 'type:messaging', 'type:service', 'type:auth'),
            only('type:contracts'),
            only('type:messaging', 'type:contracts'),
            only('type:auth', 'type:contracts'),
            only('type:service', 'type:contracts', 'type:messaging'),
            only('type:testing', '*'),
            only('type:local-stack'),
            {
              sourceTag: 'type:contracts',
              bannedExternalImports: [
                '@nestjs/common',
                '@nestjs/core',
                '@nestjs/microservices',
                'typeorm',
                'pg',
                '@nats-io/*',
                'nats',
              ],
            },
          ],
        },
      ],
      // A contract's classes are the shapes of JSON: a literal of that shape is what they stand for.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      // Nest modules hold nothing but their decorator, and a request without fields is an empty class.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowEmpty: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      'max-lines': ['error', 300],
      eqeqeq: 'error',
    },
  },
  {
    // Specs may use the testing lib, and jest's matchers are typed `any`.
    files: ['**/*.spec.ts', '{apps,libs}/*/test/**', 'libs/testing/**'],
    rules: {
      '@nx/enforce-module-boundaries': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
);

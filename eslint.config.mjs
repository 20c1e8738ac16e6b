import nx from '@nx/eslint-plugin';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

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
          depConstraints: [
            only('type:app', 'type:contracts', 'type:messaging', 'type:service', 'type:auth'),
            only('type:contracts'),
            only('type:messaging', 'type:contracts'),
            only('type:auth', 'type:contracts'),
            only('type:service', 'type:contracts', 'type:messaging'),
            only('type:testing', '*'),
            only('type:local-stack'),
            { sourceTag: 'type:contracts', bannedExternalImports: ['@nestjs/common', '@nestjs/core', '@nestjs/microservices', 'typeorm', 'pg', '@nats-io/*'] },
          ],
        },
      ],
      // Nest modules are classes that hold nothing but their decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      'max-lines': ['error', 300],
      eqeqeq: 'error',
    },
  },
  {
    // Specs may use the testing lib, and jest's matchers are typed `any`.
    files: ['**/*.spec.ts', 'libs/testing/**'],
    rules: {
      '@nx/enforce-module-boundaries': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
);

import hooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { house } from './tools/lint/house.ts';

/** The bundler takes these calls for pure, and drops one whose value nobody uses, even in a `try`. */
const unusedDecoding = {
  selector: 'ExpressionStatement > CallExpression[callee.name=/^(decode|encode)URI(Component)?$/]',
  message: 'Use the value: the bundler drops this call, and with it the error that it throws.',
};

/** The rules of every file, with types or without. */
const everywhere = {
  'house/doors': 'error',
  'house/slices': 'error',
  'house/no-circles': 'error',
  'house/sql-in-stores': 'error',
  'house/plain-comments': 'error',
  'max-lines': ['error', 300],
  eqeqeq: 'error',
  'no-restricted-syntax': ['error', unusedDecoding],
};

export default defineConfig(
  {
    ignores: [
      ...['dist', 'node_modules', '.nx', '.local', '.tools', 'coverage'],
      ...['tools/openapi-checks/clients', 'libs/sdk/src/generated'],
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    plugins: { house },
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      ...everywhere,
      // A contract's classes are the shapes of JSON, so a literal of that shape is an instance.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      // Nest modules hold nothing but their decorator, and a request without fields is an empty class.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowEmpty: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
    },
  },
  {
    // The console runs in a browser and has types of its own.
    files: ['apps/console/**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    plugins: { house, 'react-hooks': hooks },
    languageOptions: {
      parserOptions: { project: './apps/console/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      ...everywhere,
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // A handler in JSX is one expression, whose value nobody uses.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    // Plain JavaScript has no types to check, but the rules of the house hold there, too.
    files: ['**/*.{mjs,js}'],
    plugins: { house },
    rules: everywhere,
  },
  {
    // Jest's matchers are typed `any`.
    files: ['**/*.spec.ts', '{apps,libs}/*/test/**', 'e2e/**', 'libs/testing/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
);

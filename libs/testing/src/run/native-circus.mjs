// The `testRunner` of jest.config.ts. It runs jest's own framework, jest-circus, but loads a spec and all that it imports with
// Node's loader instead of jest's. So a worker compiles each module once, and not again for every spec, which was half of the
// time of `npm test`. What is lost, mocks of modules and a separate global object for each spec, no spec here uses.
import jestCircus from 'jest-circus/runner';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import 'reflect-metadata';
import '../services/from-source.mjs';

const require = createRequire(import.meta.url);
process.setSourceMapsEnabled(true);

export default function runSpec(globalConfig, config, _environment, _runtime, testPath, sendMessageToJest) {
  // Jest's own mapping of stack traces does not know what Node has loaded.
  Error.prepareStackTrace = undefined;
  const loadNatively = {
    requireInternalModule: (path) => {
      // The framework keeps the tests of a spec in its own module and its listeners in a global: both begin anew.
      delete require.cache[path];
      delete globalThis[Symbol.for('EVENT_HANDLERS')];
      return require(path);
    },
    requireModule: require,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => import(pathToFileURL(path).href),
    setGlobalsForRuntime: () => undefined,
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  };
  return jestCircus.default(globalConfig, config, { global: globalThis }, loadNatively, testPath, sendMessageToJest);
}

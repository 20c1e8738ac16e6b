// The `testRunner` of jest.config.ts: jest's own framework, jest-circus, but with Node's loader. A worker then compiles
// each module once instead of once for every spec, which was half of the time of `npm test`. Mocks of modules and a
// separate global object for each spec do not work; no spec here uses them.
import jestCircus from 'jest-circus/runner';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import 'reflect-metadata';
import '../services/from-source.mjs';
import { endSharing, shares } from './sharing.ts';

const require = createRequire(import.meta.url);
process.setSourceMapsEnabled(true);

export default async function runSpec(globalConfig, config, _environment, _runtime, testPath, sendMessageToJest) {
  // The spec before has seen to its own faults.
  if (!shares(testPath)) await endSharing().catch(console.error);
  // Jest's own mapping of stack traces does not know what Node has loaded.
  Error.prepareStackTrace = undefined;
  const loadNatively = {
    requireInternalModule: (path) => {
      // The framework keeps the tests of a spec in its own module, and its listeners in a global. Both must begin anew.
      delete require.cache[path];
      delete globalThis[Symbol.for('EVENT_HANDLERS')];
      forgetEarlierSpecs();
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

/** The framework keeps its state under a new symbol each time, and with the state everything that a spec has started. */
function forgetEarlierSpecs() {
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (symbol.description === 'JEST_STATE_SYMBOL') delete globalThis[symbol];
}

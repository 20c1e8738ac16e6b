import { go } from '../../dist/packages/sdk/journey.mjs';

export default {
  async fetch(_request, env) {
    try {
      return new Response(await go(env));
    } catch (error) {
      return new Response(String(error?.stack ?? error), { status: 500 });
    }
  },
};

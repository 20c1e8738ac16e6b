export default {
  ces: {
    input: '../generated/openapi.json',
    output: {
      target: '../generated/orval.ts',
      client: 'fetch',
      mode: 'single',
      baseUrl: { getBaseUrlFromSpecification: true },
    },
  },
};

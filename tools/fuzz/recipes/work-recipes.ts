import type { Recipe, Recipes } from '../visit.ts';

const ofUser: Recipe = async ({ people }) => ({ params: { user_id: (await people.users.any()).user_id } });
const ofCodeImport: Recipe = async ({ objects }) => ({ params: await objects.codeImports.any() });

/** Cancelled work, imports of codes, listeners, and reads of consoles. */
export const workRecipes: Recipes = {
  'POST /api/1/admin/campaigns/backtests/{id}:cancel': async ({ objects, use }) => ({
    params: { id: (await use(objects.backtests)).id },
  }),
  'POST /api/1/admin/jobs/{id}:cancel': async ({ objects, use }) => ({ params: { id: (await use(objects.jobs)).id } }),
  'GET /api/1/admin/coupons/{id}/code-imports/{import_id}': ofCodeImport,
  'GET /api/1/admin/coupons/{id}/code-imports/{import_id}/faults': ofCodeImport,
  'POST /api/1/admin/coupons/{id}/code-imports/{import_id}:cancel': async ({ objects, use }) => ({
    params: await use(objects.codeImports),
  }),

  'GET /api/1/terminal/events:tail': ({ draw }) => ({ query: draw.oneOf([{}, { outcome: 'refused' }]) }),
  'POST /api/1/terminal/listeners': async ({ objects }) => {
    await objects.forgetListeners();
    return { body: { events: ['user-deleted'] } };
  },
  'GET /api/1/terminal/listeners/{listener_id}/stream': async ({ objects }) => ({
    params: { listener_id: (await objects.listener()).id },
  }),
  'DELETE /api/1/terminal/listeners/{listener_id}': async ({ objects }) => ({
    params: { listener_id: (await objects.listener()).id },
  }),

  'GET /api/1/admin/users/{user_id}/wallet': ofUser,
  'GET /api/1/admin/users/{user_id}/timeline': ofUser,
};

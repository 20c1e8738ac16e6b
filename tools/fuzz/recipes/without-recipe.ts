/**
 * Operations for which no recipe makes a good request yet. They get requests of all other kinds, and none of them may fail.
 * A route that is not named here needs a recipe.
 */
export const withoutRecipe: ReadonlySet<string> = new Set([
  'GET /api/1/terminal/events:tail',
  'GET /api/1/admin/users/{user_id}/wallet',
  'GET /api/1/admin/users/{user_id}/timeline',
  'GET /api/1/admin/operators/me',
  'POST /api/1/terminal/listeners',
  'GET /api/1/terminal/listeners/{listener_id}/stream',
  'DELETE /api/1/terminal/listeners/{listener_id}',
  'GET /api/1/admin/coupons/{id}/code-imports/{import_id}',
  'GET /api/1/admin/coupons/{id}/code-imports/{import_id}/faults',
  'GET /api/1/admin/campaigns/by-name/{name}',
  'PUT /api/1/admin/campaigns/by-name/{name}',
  'GET /api/1/admin/coupons/by-name/{name}',
  'PUT /api/1/admin/coupons/by-name/{name}',
  'GET /api/1/admin/stacks/by-name/{name}',
  'PUT /api/1/admin/stacks/by-name/{name}',
  'GET /api/1/admin/surveys/by-name/{name}',
  'PUT /api/1/admin/surveys/by-name/{name}',
  'GET /api/1/admin/optins/by-name/{name}',
  'PUT /api/1/admin/optins/by-name/{name}',
  'GET /api/1/admin/card-definitions/by-name/{name}',
  'PUT /api/1/admin/card-definitions/by-name/{name}',
  'GET /api/1/admin/clients/by-name/{name}',
  'PUT /api/1/admin/clients/by-name/{name}',
  'GET /api/1/terminal/webhooks/by-name/{name}',
  'PUT /api/1/terminal/webhooks/by-name/{name}',
]);

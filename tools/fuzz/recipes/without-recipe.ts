/**
 * Operations for which no recipe makes a good request yet. They get requests of all other kinds, and none of them may fail.
 * A route that is not named here needs a recipe.
 */
export const withoutRecipe: ReadonlySet<string> = new Set([
  // It needs the token of an operator.
  'GET /api/1/admin/operators/me',
]);

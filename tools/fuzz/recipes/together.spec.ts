import { together } from './together.ts';

describe('recipes of the fuzz run', () => {
  const recipe = () => ({});

  it('are one for each operation', () => {
    expect(together({ 'GET /a': recipe }, { 'GET /b': recipe })).toEqual({ 'GET /a': recipe, 'GET /b': recipe });
    expect(() => together({ 'GET /a': recipe }, { 'GET /a': recipe })).toThrow('GET /a has two recipes');
  });
});

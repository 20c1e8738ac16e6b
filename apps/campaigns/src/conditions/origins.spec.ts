import { typeOfSchema } from '@ces/contracts/events/schema-types';
import { compileExpression } from './compile.js';
import { variablesWith } from './environment.js';

describe('the properties that an expression reads', () => {
  const leaf = { type: 'object', properties: { p: { type: 'integer' } } };
  const variables = variablesWith(
    typeOfSchema({
      type: 'object',
      properties: {
        a: leaf,
        b: leaf,
        lists: { type: 'array', items: { type: 'array', items: leaf } },
        list: { type: 'array', items: leaf },
        other: { type: 'array', items: leaf },
        next: { $ref: '#' },
        also: { $ref: '#' },
      },
    }),
  );

  it.each([
    ['event.list.filter(x, true)[0].p == 1', ['list.*.p']],
    ['event.list.filter(x, true).filter(y, true).exists(z, z.p == 1)', ['list.*.p']],
    ['event.list.map(x, x)[0].p == 1', ['list.*.p']],
    ['event.list.map(x, true, event.a).all(y, y.p == 1)', ['a.p']],
    ['event.lists.map(x, x.filter(y, true))[0][0].p == 1', ['lists.*.*.p']],
    ['event.lists.map(x, x.map(y, [y]))[0][0][0].p == 1', ['lists.*.*.p']],
    ['event.lists.exists_one(x, x.exists(y, y.p == 1))', ['lists.*.*.p']],
    ['(true ? event.a : event.b).p == 1', ['a.p', 'b.p']],
    ['"p" in event.a', ['a.p']],
    ['event.list.exists(x, "p" in x)', ['list.*.p']],
    ['"p" in (true ? event.a : event.b)', ['a.p', 'b.p']],
    ['has((true ? event.a : event.b).p)', ['a.p', 'b.p']],
    ['(true ? event.list : event.other)[0].p == 1', ['list.*.p', 'other.*.p']],
    ['(true ? event.list : event.other).all(x, x.p == 1)', ['list.*.p', 'other.*.p']],
    ['(true ? event.list : [event.a])[0]["p"] == 1', ['a.p', 'list.*.p']],
    ['[event.a, event.b].exists(x, x.p == 1)', ['a.p', 'b.p']],
    ['[event][0].next.a.p == 1', ['next.a.p']],
  ])('are known: %s', (text, leaves) => {
    const { uses } = compileExpression(text, variables);
    const read = uses.filter(({ path }) => path.at(-1) === 'p').map(({ path, type }) => [path.join('.'), type.kind]);
    expect(read.sort()).toEqual(leaves.map((path) => [path, 'int']));
  });

  it('are limited in number, also when choices multiply', () => {
    const many = Array.from({ length: 12 }, (_, n) => `.map(x${n}, true ? x${n}.next : x${n}.also)`).join('');
    expect(() => compileExpression(`[event]${many}[0].a.p == 1`, variables)).toThrow('it reads too many properties');
  });
});

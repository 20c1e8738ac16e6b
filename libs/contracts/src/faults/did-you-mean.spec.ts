import { didYouMean, listOfNames, nearestName } from './did-you-mean.js';

describe('did you mean', () => {
  const known = ['coupon-slip-claimed-event', 'transaction-created', 'user-registered', 'user-activated', 'firstName'];

  it.each([
    ['transaction-craeted', 'transaction-created'],
    ['transaction.created', 'transaction-created'],
    ['coupon-slip-claimed', 'coupon-slip-claimed-event'],
    ['user_registred', 'user-registered'],
    ['first_name', 'firstName'],
    ['FIRSTNAME', 'firstName'],
    ['order-paid', undefined],
    ['', undefined],
    ['x'.repeat(10_000), undefined],
  ])('for %.40s names %s', (given, name) => {
    expect(nearestName(given, known)).toBe(name);
  });

  it('asks, or says nothing', () => {
    expect(didYouMean('user-registerd', known)).toBe('; did you mean "user-registered"?');
    expect([didYouMean('order', known), didYouMean(7, known), didYouMean('x', [])]).toEqual(['', '', '']);
  });

  it('lists forty names at the most', () => {
    expect(listOfNames(['a', 'b'])).toBe('a, b');
    expect(listOfNames(Array.from({ length: 42 }, (_, n) => `n${n}`))).toMatch(/n39 and 2 more$/);
  });
});

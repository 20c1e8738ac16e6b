import { IsString } from 'class-validator';
import { MayBeAbsent } from './absent.js';
import { check } from './check.js';

class Note {
  @MayBeAbsent()
  @IsString()
  text?: string;
}

describe('a field that may be absent', () => {
  it.each([[{}], [{ text: 'x' }]])('accepts %j', async (given) => {
    await expect(check(Note, given, 'refuse')).resolves.toEqual(given);
  });

  it.each([[{ text: null }], [{ text: 7 }]])('refuses %j by its own rules', async (given) => {
    const errors = [expect.objectContaining({ pointer: '#/text', code: 'is-string' })];
    await expect(check(Note, given, 'refuse')).rejects.toMatchObject({ extras: { errors } });
  });
});

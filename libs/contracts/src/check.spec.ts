import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsDefined,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { check, type UnknownFields } from './check.js';
import { Problem, type Fault } from './problems.js';
import type { Class } from './rpc.js';

class Window {
  @IsIn(['total', 'rolling', 'calendar'])
  type: string;
}

class Order {
  @IsString()
  @Length(1, 20)
  firstName: string;

  @IsArray()
  @IsIn(['events:read', 'events:write'], { each: true })
  scopes: string[];

  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => Window)
  window: Window;

  @IsOptional()
  @IsString()
  contact_email?: string;
}

class Basket {
  @IsInt()
  @Max(16)
  size: number;

  @IsArray()
  @ArrayMaxSize(2)
  @ArrayUnique(({ type }: Window) => type)
  @ValidateNested({ each: true })
  @Type(() => Window)
  windows: Window[];

  @IsArray()
  @ArrayMaxSize(2)
  @IsString({ each: true })
  @Length(1, 5, { each: true })
  names: string[];
}

class Bounds {
  @IsInt()
  @Min(2)
  least: number;

  @IsArray()
  @ArrayMinSize(1)
  ids: string[];

  @IsString()
  @Length(2, 2)
  @Matches(/^[a-z]+$/, { message: 'code must be of small letters' })
  code: string;
}

const right = { firstName: 'Anna', scopes: ['events:read'], window: { type: 'total' } };

async function faultsOf(sent: object, unknown: UnknownFields, shape: Class<object> = Order): Promise<Fault[]> {
  const problem: unknown = await check(shape, sent, unknown).then(
    () => undefined,
    (error: unknown) => error,
  );
  return problem instanceof Problem ? (problem.extras.errors ?? []) : [];
}

describe('what is wrong with a request', () => {
  it('is nothing if it follows its class', async () => {
    expect(await faultsOf(right, 'refuse')).toEqual([]);
  });

  it('is that a field is required, in one fault each, and what it must be', async () => {
    const faults = await faultsOf({}, 'refuse');
    expect(faults.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['#/firstName', 'required'],
      ['#/scopes', 'required'],
      ['#/window', 'required'],
    ]);
    expect(faults[0]?.detail).toBe('is required: it must be a string');
    expect(faults[1]?.detail).toContain('must be an array');
    expect(faults[1]?.detail).toContain('events:read, events:write');
    expect(await faultsOf({ ...right, window: {} }, 'refuse')).toMatchObject([
      { pointer: '#/window/type', code: 'required' },
    ]);
  });

  it('is that another field was sent instead, even where unknown fields are ignored', async () => {
    const { firstName, ...rest } = right;
    const [fault] = await faultsOf({ ...rest, first_name: firstName }, 'ignore');
    expect(fault?.detail).toContain('"first_name" was sent, which is not a field');
  });

  it('is a name with a letter too many, and the one that was meant', async () => {
    const faults = await faultsOf({ ...right, scopes: ['events:raed', 'fly'], window: { type: 'calender' } }, 'refuse');
    expect(faults).toMatchObject([
      { pointer: '#/scopes/0', code: 'is-in', detail: expect.stringMatching(/did you mean "events:read"\?$/) },
      { pointer: '#/scopes/1', code: 'is-in', detail: expect.stringMatching(/following values: [^;]*$/) },
      { pointer: '#/window/type', code: 'is-in', detail: expect.stringContaining('did you mean "calendar"?') },
    ]);
  });

  it('is only the type of a field whose value has the wrong type, and no rule of its length or content', async () => {
    const wrong = { size: '20', windows: {}, names: 5 };
    const faults = await faultsOf(wrong, 'ignore', Basket);
    expect(faults.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['#/size', 'is-int'],
      ['#/windows', 'is-array'],
      ['#/names', 'is-array'],
    ]);
    const [type] = await faultsOf({ ...right, firstName: null }, 'refuse');
    expect(type).toEqual({ pointer: '#/firstName', code: 'is-string', detail: 'must be a string' });
  });

  it('is the type of one item and the length of another', async () => {
    const faults = await faultsOf({ size: 20, windows: [], names: [5, 'a', 'too long'] }, 'ignore', Basket);
    expect(faults.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['#/size', 'max'],
      ['#/names/2', 'is-length'],
      ['#/names/0', 'is-string'],
      ['#/names', 'array-max-size'],
    ]);
  });

  const detailsOf = async (sent: object, shape: Class<object>): Promise<string[]> =>
    (await faultsOf(sent, 'ignore', shape)).map(({ detail }) => detail);

  it('is said in plain words', async () => {
    expect(await detailsOf({ ...right, firstName: 'a'.repeat(21) }, Order)).toEqual([
      'must have at most 20 characters',
    ]);
    const [twice, names] = [
      [{ type: 'total' }, { type: 'total' }],
      ['a', ''],
    ];
    expect(await detailsOf({ size: 17, windows: twice, names }, Basket)).toEqual([
      'must be at most 16',
      'must have no item twice',
      'must have 1 to 5 characters',
    ]);
    expect(await detailsOf({ size: 1, windows: [], names: ['a', 'b', 'c'] }, Basket)).toEqual([
      'must have at most 2 items',
    ]);
    expect(await detailsOf({ least: 1, ids: [], code: 'a' }, Bounds)).toEqual([
      'must be at least 2',
      'must have at least 1 item',
      'must have at least 2 characters',
    ]);
  });

  it('is one thing for an empty text, which breaks the rules for its letters as well', async () => {
    expect(await detailsOf({ ...right, firstName: '' }, Order)).toEqual(['must have at least 1 character']);
    expect(await detailsOf({ least: 2, ids: ['a'], code: '' }, Bounds)).toEqual(['must have at least 2 characters']);
  });

  it('is the type of an empty text in the place of a list', async () => {
    expect(await detailsOf({ size: 1, windows: [], names: '' }, Basket)).toEqual(['must be an array']);
  });

  it('has a pointer that is a URI fragment, so that a name with a space or a percent sign is encoded', async () => {
    const faults = await faultsOf({ ...right, 'a b': 1, '100%/ü#': 1, window: { type: 'total', 'c d': 1 } }, 'refuse');
    expect(faults.map(({ pointer }) => pointer)).toEqual(['#/a%20b', '#/100%25~1%C3%BC%23', '#/window/c%20d']);
  });

  it('is a property named `constructor` where no class tells what an object holds, with its pointer', async () => {
    const faults = await faultsOf({ ...right, more: [{ a: { constructor: 'x' } }] }, 'ignore');
    expect(faults).toMatchObject([{ pointer: '#/more/0/a/constructor', code: 'type' }]);
    expect(await faultsOf({ ...right, window: { type: 'total', constructor: 'x' } }, 'ignore')).toEqual([]);
  });

  it('is an unknown field with a name that every object inherits', async () => {
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
    for (const name of names) {
      const strange = JSON.parse(`{"${name}": 1}`) as object;
      const sent = Object.defineProperties({ ...right }, Object.getOwnPropertyDescriptors(strange));
      const nested = {
        ...right,
        window: Object.defineProperties({ type: 'total' }, Object.getOwnPropertyDescriptors(strange)),
      };
      const unknown = {
        code: 'unknown-field',
        detail: expect.stringContaining('is not a field of this request') as string,
      };
      expect(await faultsOf(sent, 'refuse')).toMatchObject([{ pointer: `#/${name}`, ...unknown }]);
      expect(await faultsOf(nested, 'refuse')).toMatchObject([{ pointer: `#/window/${name}`, ...unknown }]);
      expect(await faultsOf(sent, 'ignore')).toEqual([]);
    }
  });

  it('is an unknown field, the fields that there are, and the one that was meant', async () => {
    const [fault] = await faultsOf({ ...right, contactEmail: 'a@b.example' }, 'refuse');
    expect(fault).toMatchObject({ pointer: '#/contactEmail', code: 'unknown-field' });
    expect(fault?.detail).toBe(
      'is not a field of this request, which has firstName, scopes, window, contact_email; did you mean "contact_email"?',
    );
  });
});

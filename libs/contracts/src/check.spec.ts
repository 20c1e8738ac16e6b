import { Type } from 'class-transformer';
import { IsArray, IsDefined, IsIn, IsObject, IsOptional, IsString, Length, ValidateNested } from 'class-validator';
import { check, type UnknownFields } from './check.js';
import { Problem, type Fault } from './problems.js';

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

const right = { firstName: 'Anna', scopes: ['events:read'], window: { type: 'total' } };

async function faultsOf(sent: object, unknown: UnknownFields): Promise<Fault[]> {
  const problem: unknown = await check(Order, sent, unknown).then(
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

  it('is an unknown field, the fields that there are, and the one that was meant', async () => {
    const [fault] = await faultsOf({ ...right, contactEmail: 'a@b.example' }, 'refuse');
    expect(fault).toMatchObject({ pointer: '#/contactEmail', code: 'unknown-field' });
    expect(fault?.detail).toBe(
      'is not a field of this request, which has firstName, scopes, window, contact_email; did you mean "contact_email"?',
    );
  });
});

import { IsEmail, IsIn, IsString, Length, Matches } from 'class-validator';
import { MayBeAbsent } from '../../absent.js';
import { PagedSearch, type Paged } from '../../paging.js';
import { audited, renamed, rpc } from '../../rpc.js';
import { ApiProperty, ApiPropertyOptional } from '../../shape/described.js';
import { storable, type Deleted } from '../clients.js';
import { clientScopes, type ClientScope } from '../tokens/scopes.js';
import { operatorRoles, type OperatorRole } from './roles.js';

const operatorStates = ['invited', 'active', 'blocked'] as const;
export type OperatorState = (typeof operatorStates)[number];

export class NewOperator {
  @ApiProperty({ example: 'Olga Owner', description: 'The name of the person. The audit log shows it.' })
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  @Matches(/\S/, { message: 'name must not be blank' })
  name: string;

  @ApiProperty({
    example: 'olga@shop.example',
    description: 'The address with which the person signs in. No two operators have the same.',
    format: 'email',
  })
  @IsEmail()
  @Length(3, 254)
  email: string;

  @ApiProperty({
    enum: operatorRoles,
    example: 'marketer',
    description: 'What the person may do: each role is a set of scopes.',
  })
  @IsIn(operatorRoles)
  role: OperatorRole;
}

/** Absent fields stay as they are. */
export class OperatorChange {
  @ApiPropertyOptional({ example: 'Olga Owner', description: 'The name of the person' })
  @MayBeAbsent()
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  name?: string;

  @ApiPropertyOptional({ enum: operatorRoles, example: 'support', description: 'What the person may do' })
  @MayBeAbsent()
  @IsIn(operatorRoles)
  role?: OperatorRole;

  @ApiPropertyOptional({
    enum: ['active', 'blocked'],
    example: 'blocked',
    description: 'A blocked operator is signed out everywhere and cannot sign in',
  })
  @MayBeAbsent()
  @IsIn(['active', 'blocked'])
  state?: 'active' | 'blocked';
}

export class OperatorRef {
  @IsString()
  id: string;
}

export class ChangeOperator extends OperatorChange {
  @IsString()
  id: string;
}

export class Operator {
  @ApiProperty({ example: 'op_7Qm2v9XcT4bLw8Kz', description: 'The id of the operator. The audit log names it.' })
  id: string;

  @ApiProperty({ example: 'Olga Owner', description: 'The name of the person.' })
  name: string;

  @ApiProperty({
    example: 'olga@shop.example',
    description: 'The address with which the person signs in.',
    format: 'email',
  })
  email: string;

  @ApiProperty({ enum: operatorRoles, description: 'What the person may do.' })
  role: OperatorRole;

  @ApiProperty({
    enum: clientScopes,
    isArray: true,
    example: ['audit:read', 'users:read', 'events:read', 'admin:read'],
    description: 'The scopes of the role.',
  })
  scopes: ClientScope[];

  @ApiProperty({
    enum: operatorStates,
    description: '`invited` until the first sign-in; a `blocked` operator cannot sign in.',
  })
  state: OperatorState;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the person signed in last; null before the first time.',
  })
  signed_in_at: string | null;

  @ApiProperty({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the operator was made.',
    format: 'date-time',
  })
  created: string;
}

export class InvitedOperator extends Operator {
  @ApiProperty({
    example: 'https://api.shop.example/console/invitation#token=9Zt',
    description:
      'The address at which the person chooses a password. It works once, until `invitation_expires_at`, and no other answer shows it.',
  })
  invitation_url: string;

  @ApiProperty({
    example: '2026-11-24T09:30:00.000Z',
    description: 'When the invitation ends.',
    format: 'date-time',
  })
  invitation_expires_at: string;
}

export const formerNamesOfOperator = { signed_in_at: 'signed_in' };

export const createOperator = audited(
  renamed(formerNamesOfOperator, rpc('identity.operators.create', NewOperator).returns<InvitedOperator>()),
);
export const listOperators = renamed(
  formerNamesOfOperator,
  rpc('identity.operators.list', PagedSearch).returns<Paged<Operator>>(),
);
export const getOperator = renamed(
  formerNamesOfOperator,
  rpc('identity.operators.get', OperatorRef).returns<Operator>(),
);
export const changeOperator = audited(
  renamed(formerNamesOfOperator, rpc('identity.operators.change', ChangeOperator).returns<Operator>()),
);
export const deleteOperator = audited(rpc('identity.operators.delete', OperatorRef).returns<Deleted>());
/** Voids the earlier invitation. The password stays until the person chooses another. */
export const inviteOperator = audited(
  renamed(formerNamesOfOperator, rpc('identity.operators.invite', OperatorRef).returns<InvitedOperator>()),
);

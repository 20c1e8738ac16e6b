import { ArrayMaxSize, IsInt, IsString, Max, Min } from 'class-validator';
import { rpc } from '../rpc.js';
import { mostUserIds } from '../user-id.js';

export class PeopleQuery {
  @IsString({ each: true })
  @ArrayMaxSize(1000)
  user_ids: string[];
}

/** The data of a user that conditions may read. Unknown fields are absent. */
export interface PersonOfUser {
  user_id: string;
  active: boolean;
  email?: string;
  firstName?: string;
  infix?: string;
  lastName?: string;
  gender?: string;
  dateOfBirth?: string;
  postalCode?: string;
  nickname?: string;
}

export class UsersAfter {
  @IsString()
  after: string;

  @IsInt()
  @Min(1)
  @Max(mostUserIds)
  limit: number;
}

/** Returns only users with open accounts, in any order. */
export const peopleOf = rpc('identity.people', PeopleQuery).returns<PersonOfUser[]>();
export const countOpenUsers = rpc<object>('identity.users.count', null).returns<{ users: number }>();
/** Returns the next users with closed accounts, in the order of their ids. */
export const closedUsers = rpc('identity.users.closed', UsersAfter).returns<{ user_ids: string[] }>();

import { ArrayMaxSize, IsString } from 'class-validator';
import { rpc } from '../rpc.js';

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

/** Returns only users with open accounts, in any order. */
export const peopleOf = rpc('identity.people', PeopleQuery).returns<PersonOfUser[]>();

import { ArrayMaxSize, IsString } from 'class-validator';
import { rpc } from '../rpc.js';

export class PeopleQuery {
  @IsString({ each: true })
  @ArrayMaxSize(1000)
  user_ids: string[];
}

/** What conditions may ask of a user. What is not known of a person is left out. */
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

/** Of open accounts, in no order. */
export const peopleOf = rpc('identity.people', PeopleQuery).returns<PersonOfUser[]>();

import { IsBoolean, IsString } from 'class-validator';

/** The client that asks to change what a client owns, and whether it has the scope `admin`. */
export class Changer {
  @IsString()
  client_id: string;

  @IsBoolean()
  admin: boolean;
}

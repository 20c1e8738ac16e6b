import { IsBoolean, IsString } from 'class-validator';

/** The client that asks for a change of something that belongs to a client, and whether it holds `admin`. */
export class Changer {
  @IsString()
  client_id: string;

  @IsBoolean()
  admin: boolean;
}

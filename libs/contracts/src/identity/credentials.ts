import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { rpc } from '../rpc.js';

/** The rule for a new password. A login may send any text. */
export function IsNewPassword(): PropertyDecorator {
  return Matches(/^[^\0\p{Surrogate}]{8,256}$/u, { message: '$property must have 8 to 256 characters' });
}

export class Username {
  @ApiProperty({ example: 'anna@example.com', description: 'An e-mail address; case and width do not matter' })
  @IsString()
  @MaxLength(1_000)
  username: string;
}

export class Credentials extends Username {
  @ApiProperty({ example: 'correct horse battery', description: 'The password of the account.' })
  @IsString()
  password: string;
}

export class NewCredentials extends Username {
  @ApiProperty({
    example: 'correct horse battery',
    minLength: 8,
    maxLength: 256,
    description: 'The password of the new account.',
  })
  @IsNewPassword()
  password: string;

  @ApiPropertyOptional({ type: String, description: 'A user that was created in advance and gets these credentials' })
  @IsOptional()
  @IsString()
  user_id?: string | null;
}

export class CredentialsOfClient extends Credentials {
  @IsString()
  client_id: string;

  /** The user's IP address, if the client sends it. Wrong passwords are counted by it. */
  @IsOptional()
  @IsString()
  address?: string | undefined;
}

export class NewCredentialsOfClient extends NewCredentials {
  @IsString()
  client_id: string;

  @IsOptional()
  @IsString()
  address?: string | undefined;
}

export class FoundCredentials {
  @ApiProperty({ example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc', description: 'The id of the user.' })
  user_id: string;

  @ApiProperty({ example: 'anna@example.com', description: 'The name of the user.' })
  username: string;
}

export class Continuation {
  @ApiProperty({ description: 'The password is right and the registration is complete: the user must log in' })
  completed: boolean;

  @ApiProperty({ description: 'The password is right and the registration continues with the nonce' })
  continue: boolean;

  @ApiPropertyOptional({ description: 'The auth_nonce, if the registration continues' })
  nonce?: string;
}

export class Availability {
  @ApiProperty({ description: 'Whether the name is free.' })
  available: boolean;
}

export class Registration {
  @ApiProperty({ example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc', description: 'The id of the user who registers.' })
  user_id: string;

  @ApiProperty({
    description: 'False if the call continues an earlier registration, or joins a user that was made in advance.',
  })
  new_user: boolean;

  @ApiProperty({ description: 'The auth_nonce of the following steps' })
  nonce: string;
}

export const findCredentials = rpc('identity.credentials.find', Username).returns<FoundCredentials>(); // row 8
export const continueRegistration = rpc('identity.credentials.continue', CredentialsOfClient).returns<Continuation>(); // row 10
export const usernameAvailable = rpc('identity.credentials.available', Username).returns<Availability>(); // row 11
export const registerCredentials = rpc('identity.credentials.register', NewCredentialsOfClient).returns<Registration>(); // row 12

/** Time limit of calls that hash a password. A call may wait some seconds for the hasher. */
export const hashingPatience = { timeout: 10_000 };

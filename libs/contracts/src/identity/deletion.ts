import { ApiProperty } from '../shape/described.js';
import { IsIn, IsString } from 'class-validator';
import { locales, type Locale } from '../locale.js';
import { PresentedNonce } from './registration.js';
import { rpc } from '../rpc.js';

export class DeletionOf {
  @IsString()
  user_id: string;

  @IsString()
  client_id: string;

  @IsIn(locales)
  locale: Locale;
}

export class DeletedUser {
  @ApiProperty({ enum: [true], description: 'Always true: the account is closed or erased.' })
  deleted: true;
}

export class DeletionRequested {
  @ApiProperty({ enum: [true], description: 'Always true: the mail with the nonce is on its way.' })
  requested: true;
}

export const closeUser = rpc('identity.deletion.close', DeletionOf).returns<DeletedUser>(); // rows 9, 26
export const requestDeletion = rpc('identity.deletion.request', DeletionOf).returns<DeletionRequested>(); // row 25
export const finishDeletion = rpc('identity.deletion.finish', PresentedNonce).returns<DeletedUser>(); // row 27

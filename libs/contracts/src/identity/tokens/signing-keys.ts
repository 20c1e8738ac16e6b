import { ApiProperty } from '../../shape/described.js';
import { audited, rpc } from '../../rpc.js';

export class RotatedKey {
  @ApiProperty({ description: 'The key that signs from now on' })
  kid: string;
}

class Nothing {}

export const rotateKeys = audited(rpc('identity.keys.rotate', Nothing).returns<RotatedKey>());

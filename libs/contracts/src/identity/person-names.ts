import { ApiProperty } from '../shape/described.js';

/** The parts of a person's name, spelled as the specification spells them. */
export class PersonNames {
  @ApiProperty({ example: 'Anna', description: 'The given name.' })
  firstName: string;

  @ApiProperty({ example: 'van der', description: 'Empty when there is none' })
  infix: string;

  @ApiProperty({ example: 'Berg', description: 'The family name.' })
  lastName: string;
}

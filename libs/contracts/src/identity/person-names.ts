import { ApiProperty } from '@nestjs/swagger';

/** The parts of a person's name, spelled as the specification spells them. */
export class PersonNames {
  @ApiProperty({ example: 'Anna' })
  firstName: string;

  @ApiProperty({ example: 'van der', description: 'Empty when there is none' })
  infix: string;

  @ApiProperty({ example: 'Berg' })
  lastName: string;
}

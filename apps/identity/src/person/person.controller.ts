import { peopleOf, type PeopleQuery } from '@ces/contracts/identity/people';
import * as contract from '@ces/contracts/identity/person';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { personDescriptor } from './person-descriptor.js';
import { PersonService } from './person.service.js';

@Controller()
export class PersonController {
  constructor(private readonly people: PersonService) {}

  @Handle(contract.personFields) // row 14
  fields(): Promise<contract.PersonFields> {
    return Promise.resolve({ general: personDescriptor });
  }

  @Handle(contract.savePerson) // row 15
  save(request: contract.SavePerson) {
    return this.people.save(request);
  }

  @Handle(contract.changePerson)
  change(request: contract.ChangePerson) {
    return this.people.change(request);
  }

  @Handle(contract.personDataOf) // row 22
  dataOf(request: contract.PersonOf) {
    return this.people.dataOf(request.user_id);
  }

  @Handle(contract.personOf) // row 23
  of(request: contract.PersonOf) {
    return this.people.of(request.user_id);
  }

  @Handle(peopleOf)
  ofMany(request: PeopleQuery) {
    return this.people.ofMany(request.user_ids);
  }
}

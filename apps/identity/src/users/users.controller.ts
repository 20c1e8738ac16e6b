import * as copying from '@ces/contracts/identity/connection-copy';
import * as people from '@ces/contracts/identity/people';
import * as contract from '@ces/contracts/identity/users';
import { Handle } from '@ces/messaging/calls/handle';
import { Controller } from '@nestjs/common';
import { ConnectionCopiesService } from './connection-copies.service.js';
import { ConnectionsService } from './connections.service.js';
import { UsersService } from './users.service.js';

@Controller()
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly connections: ConnectionsService,
    private readonly copies: ConnectionCopiesService,
  ) {}

  @Handle(contract.findConnection) // row 3
  findConnection(request: contract.ConnectionRef) {
    return this.connections.find(request);
  }

  @Handle(contract.ensureConnection) // row 5
  ensureConnection(request: contract.NewConnection) {
    return this.connections.ensure(request);
  }

  @Handle(contract.connectionsOf) // row 4
  connectionsOf(request: contract.ConnectionsOf) {
    return this.connections.ofUser(request);
  }

  @Handle(contract.addConnection) // row 6
  addConnection(request: contract.AddConnection) {
    return this.connections.add(request);
  }

  @Handle(contract.removeConnection)
  removeConnection(request: contract.AddConnection) {
    return this.connections.remove(request);
  }

  @Handle(contract.userDetails) // row 7
  details(request: contract.UserRef) {
    return this.users.details(request.user_id);
  }

  @Handle(contract.detailsOfUsers)
  detailsOfAll(request: contract.UserRefs) {
    return this.users.detailsOfAll(request.user_ids);
  }

  @Handle(contract.knownUsers)
  known(request: contract.UserRefs) {
    return this.users.known(request.user_ids);
  }

  @Handle(people.countOpenUsers)
  countOpen() {
    return this.users.countOpen();
  }

  @Handle(people.closedUsers)
  closed({ after, limit }: people.UsersAfter) {
    return this.users.closedAfter(after, limit);
  }

  @Handle(copying.allConnections)
  allConnections(request: copying.ConnectionsAfter) {
    return this.copies.all(request);
  }

  @Handle(copying.connectionsOfUsers)
  connectionsOfUsers(request: copying.ConnectionsOfUsers) {
    return this.copies.ofUsers(request);
  }

  @Handle(copying.connectionsOfOwners)
  connectionsOfOwners(request: copying.ConnectionsOfOwners) {
    return this.copies.ofOwners(request.owners);
  }

  @Handle(copying.connectionChanges)
  connectionChanges(request: copying.ChangesAfter) {
    return this.copies.changes(request);
  }
}

import { needed, type Command } from '../command-line/command.ts';
import { readData } from './read-data.ts';

const send: Command = {
  name: 'events send',
  args: '<user> <event> [json|@file|-]',
  does: 'Send an event of a user',
  options: {
    id: { value: 'id', does: 'the id of the event: the same one is accepted once' },
    time: { value: 'moment', does: 'when it happened' },
  },
  async run(context) {
    const [user, event] = [needed(context, 0, 'the user'), needed(context, 1, 'the event')];
    const ces = context.ces();
    const [id, time] = [context.text('id'), context.text('time')];
    const sent = await ces.events.send(user, event, readData(context.args[2]), {
      ...(id === undefined ? {} : { id }),
      ...(time === undefined ? {} : { time }),
      signal: context.signal,
    });
    context.out.result(sent, `${sent.event_name} ${sent.id} accepted at ${sent.received_at}`);
  },
};

const validate: Command = {
  name: 'events validate',
  args: '<event> [json|@file|-]',
  does: 'Check data against the definition of an event, and keep nothing',
  async run(context) {
    const ces = context.ces();
    const found = await ces.events.validate(needed(context, 0, 'the event'), readData(context.args[1]));
    context.out.result(found, `The data follow version ${found.version} of ${found.event_name}.`);
  },
};

const tail: Command = {
  name: 'events tail',
  does: 'Follow the events of all users as they come',
  options: {
    event: { value: 'name', does: 'only this event' },
    after: { value: 'id', does: 'go on after this position, which --json shows' },
  },
  async run(context) {
    const ces = context.ces();
    const stream = ces.events.tail(
      { event_name: context.text('event') },
      { signal: context.signal, lastEventId: context.text('after') },
    );
    for await (const { id, event, data } of stream) {
      const { event_name, user_id, problem } = data;
      const what = problem === undefined ? JSON.stringify(data.data) : `${problem.code}: ${problem.detail}`;
      context.out.line({ position: id, ...data, state: event }, `${event} ${event_name} ${user_id} ${what}`);
    }
  },
};

const definitions: Command = {
  name: 'events list',
  does: 'List the definitions of events',
  async run(context) {
    const ces = context.ces();
    context.out.table(await ces.events.definitions().all(), ['event_name', 'version', 'created']);
  },
};

export const eventCommands = [send, validate, tail, definitions];

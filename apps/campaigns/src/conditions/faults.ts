/** The expression itself is wrong. Saving the campaign is refused, with the place of the fault. */
export class ConditionRefused extends Error {
  constructor(
    message: string,
    readonly start = 0,
    readonly end = start,
  ) {
    super(message);
  }
}

/** The expression has no value for this event: a property is missing, or a list is too short. `||` and `&&` absorb it, as CEL says. */
export class ConditionFault extends Error {}

/** The expression has spent its budget of work. Nothing absorbs this fault. */
export class ConditionTooCostly extends Error {
  constructor() {
    super('the condition takes too much work for this event');
  }
}

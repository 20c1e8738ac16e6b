/** The expression itself is wrong: said when a campaign is saved, with the place. */
export class ConditionRefused extends Error {
  constructor(
    message: string,
    readonly start = 0,
    readonly end = start,
  ) {
    super(message);
  }
}

/** The expression does not work out for this event: a property is missing, a list is shorter. CEL's `||` and `&&` absorb it. */
export class ConditionFault extends Error {}

/** The budget of work is spent. Nothing absorbs it. */
export class ConditionTooCostly extends Error {
  constructor() {
    super('the condition takes too much work for this event');
  }
}

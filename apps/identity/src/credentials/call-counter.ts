/** Counts the calls that came in since the service began. Hashing rests after calls, so that they find a free core. */
export abstract class CallCounter {
  abstract readonly calls: number;
}

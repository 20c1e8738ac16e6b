/** Counts the calls since the service began. The hasher rests while calls come in, so that they find a free core. */
export abstract class CallCounter {
  abstract readonly calls: number;
}

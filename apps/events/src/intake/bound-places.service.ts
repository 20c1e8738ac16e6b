import { keyOfPlace, maxBatchItems, type BoundPlace, type KeyedBatch } from '@ces/contracts/events/keyed-batches';
import { Injectable } from '@nestjs/common';
import { IntakeStore } from './intake.store.js';
import { keyInBatches } from './submission-key.js';

@Injectable()
export class BoundPlacesService {
  constructor(private readonly store: IntakeStore) {}

  async find({ client_id, key }: KeyedBatch): Promise<BoundPlace[]> {
    const keys = Array.from({ length: maxBatchItems }, (_, place) => keyInBatches(client_id, keyOfPlace(key, place)));
    const earlier = await this.store.findEarlier(keys);
    return keys.flatMap((each, place) => {
      const bound = earlier.get(each);
      return bound ? [{ place, body: bound.body }] : [];
    });
  }
}

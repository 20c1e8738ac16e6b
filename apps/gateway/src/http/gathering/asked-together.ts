import { newId } from '@ces/messaging/storage/ids';
import { currentCall, inCall } from '@ces/messaging/calls/call-context';

/** Asks one question for all ids about which it is asked in one turn of the event loop, and for at most `most` of them. */
export class AskedTogether<Answer> {
  private asking: { ids: Set<string>; answer: Promise<Answer> } | undefined;

  constructor(
    private readonly most: number,
    private readonly ask: (ids: string[]) => Promise<Answer>,
  ) {}

  about(id: string): Promise<Answer> {
    if (!this.asking || this.asking.ids.size >= this.most) {
      const ids = new Set<string>();
      // A fault is logged under the id of the first request.
      const { requestId = newId() } = currentCall() ?? {};
      this.asking = { ids, answer: this.send(ids, requestId) };
    }
    this.asking.ids.add(id);
    return this.asking.answer;
  }

  private async send(ids: Set<string>, requestId: string): Promise<Answer> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.asking?.ids === ids) this.asking = undefined;
    return inCall({ requestId }, () => this.ask([...ids]));
  }
}

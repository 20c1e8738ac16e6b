import { newId } from '@ces/messaging/storage/ids';
import { currentCall, inCall } from '@ces/messaging/calls/call-context';

/** Asks one question about all subjects of one turn of the event loop, and about at most `most` of them. */
export class AskedTogether<Answer, Subject = string> {
  private asking: { subjects: Set<Subject>; answer: Promise<Answer> } | undefined;

  constructor(
    private readonly most: number,
    private readonly ask: (subjects: Subject[]) => Promise<Answer>,
  ) {}

  about(subject: Subject): Promise<Answer> {
    if (!this.asking || this.asking.subjects.size >= this.most) {
      const subjects = new Set<Subject>();
      // A fault is logged under the id of the first request.
      const { requestId = newId() } = currentCall() ?? {};
      this.asking = { subjects, answer: this.send(subjects, requestId) };
    }
    this.asking.subjects.add(subject);
    return this.asking.answer;
  }

  private async send(subjects: Set<Subject>, requestId: string): Promise<Answer> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.asking?.subjects === subjects) this.asking = undefined;
    return inCall({ requestId }, () => this.ask([...subjects]));
  }
}

import { surveyAnswerSubmitted, type SurveyAnswerSubmitted } from '@ces/contracts/campaigns';
import { lifecycleTriggers } from '@ces/contracts/campaign-administration';
import { cardAdded, type CardAdded } from '@ces/contracts/cards';
import { eventAccepted, type EventAccepted } from '@ces/contracts/events';
import { userEnteredSegment, type UserEnteredSegment } from '@ces/contracts/segment-use';
import { userActivated, type UserActivated } from '@ces/contracts/users';
import { OnEvents, type DeliveredFact, type Delivery } from '@ces/messaging/on-event';
import { Controller } from '@nestjs/common';
import { JudgeService } from './judge.service.js';
import { occurrenceOfEvent, occurrenceOfFact } from './occurrences.js';

type Tx = Pick<Delivery, 'tx'>;

/** What may set campaigns off. */
@Controller()
export class FactsController {
  constructor(private readonly judging: JudgeService) {}

  @OnEvents(eventAccepted)
  accepted(facts: DeliveredFact<EventAccepted>[], { tx }: Tx) {
    return this.judging.judge(tx, facts.map(occurrenceOfEvent));
  }

  @OnEvents(userActivated)
  activated(facts: DeliveredFact<UserActivated>[], { tx }: Tx) {
    return this.judging.judge(
      tx,
      facts.map((fact) => occurrenceOfFact(activated, fact, {})),
    );
  }

  @OnEvents(cardAdded)
  cardAdded(facts: DeliveredFact<CardAdded>[], { tx }: Tx) {
    const data = ({ payload }: DeliveredFact<CardAdded>) => {
      const { card_id, card_definition, card_tier_id } = payload;
      return { card_id, card_definition, card_tier_id };
    };
    return this.judging.judge(
      tx,
      facts.map((fact) => occurrenceOfFact(added, fact, data(fact))),
    );
  }

  @OnEvents(userEnteredSegment)
  enteredSegment(facts: DeliveredFact<UserEnteredSegment>[], { tx }: Tx) {
    const { judging } = this;
    return judging.judge(
      tx,
      facts.map((fact) => occurrenceOfFact(entered, fact, { segment_id: fact.payload.segment_id })),
    );
  }

  @OnEvents(surveyAnswerSubmitted)
  surveyAnswered(facts: DeliveredFact<SurveyAnswerSubmitted>[], { tx }: Tx) {
    return this.judging.judge(
      tx,
      facts.map((fact) => occurrenceOfFact(answered, fact, fact.payload.answer)),
    );
  }
}

const [activated, added, entered, answered] = lifecycleTriggers;

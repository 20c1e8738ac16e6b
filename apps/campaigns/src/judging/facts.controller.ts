import { surveyAnswerSubmitted, type SurveyAnswerSubmitted } from '@ces/contracts/campaigns/campaigns';
import { lifecycleTriggers } from '@ces/contracts/campaigns/campaign-trigger';
import { cardAdded, type CardAdded } from '@ces/contracts/cards/cards';
import { eventAccepted, type EventAccepted } from '@ces/contracts/events/events';
import { userEnteredSegment, type UserEnteredSegment } from '@ces/contracts/segments/segment-use';
import { userActivated, type UserActivated } from '@ces/contracts/identity/users';
import { OnFactsInTwoParts, type DeliveredFact } from '@ces/messaging/facts/on-fact';
import { Controller } from '@nestjs/common';
import { JudgeService } from './judge.service.js';
import { occurrenceOfEvent, occurrenceOfFact } from './to-occurrence.js';

@Controller()
export class FactsController {
  constructor(private readonly judging: JudgeService) {}

  @OnFactsInTwoParts(eventAccepted)
  accepted(facts: DeliveredFact<EventAccepted>[]) {
    return this.judging.judge(facts.map(occurrenceOfEvent));
  }

  @OnFactsInTwoParts(userActivated)
  activated(facts: DeliveredFact<UserActivated>[]) {
    return this.judging.judge(facts.map((fact) => occurrenceOfFact(activated, fact, {})));
  }

  @OnFactsInTwoParts(cardAdded)
  cardAdded(facts: DeliveredFact<CardAdded>[]) {
    const data = ({ payload }: DeliveredFact<CardAdded>) => {
      const { card_id, card_definition, card_tier_id } = payload;
      return { card_id, card_definition, card_tier_id };
    };
    return this.judging.judge(facts.map((fact) => occurrenceOfFact(added, fact, data(fact))));
  }

  @OnFactsInTwoParts(userEnteredSegment)
  enteredSegment(facts: DeliveredFact<UserEnteredSegment>[]) {
    const { judging } = this;
    return judging.judge(facts.map((fact) => occurrenceOfFact(entered, fact, { segment_id: fact.payload.segment_id })));
  }

  @OnFactsInTwoParts(surveyAnswerSubmitted)
  surveyAnswered(facts: DeliveredFact<SurveyAnswerSubmitted>[]) {
    return this.judging.judge(facts.map((fact) => occurrenceOfFact(answered, fact, fact.payload.answer)));
  }
}

const [activated, added, entered, answered] = lifecycleTriggers;

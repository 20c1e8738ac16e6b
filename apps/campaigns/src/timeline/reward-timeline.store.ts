import { endOfBefore, idAt, TimelineStore, written } from '@ces/service/timeline/timeline.store';
import { Injectable } from '@nestjs/common';
import { correctedByHand, noCampaign } from '../stacks/no-campaign.js';

const newest = (table: string): string =>
  `(SELECT * FROM ${table} WHERE user_id = $1 AND id < $2::uuid ORDER BY id DESC LIMIT $3::int)`;
const idOfSlipAt = (moment: string): string => idAt(`s.${moment}`, 's.id::text');
const newestSlipsAt = (moment: string, which: string): string => `
  (SELECT * FROM coupon_slip s WHERE user_id = $1 AND ${which} AND ${moment} < ${endOfBefore} AND ${idOfSlipAt(moment)} < $2::uuid
    ORDER BY ${moment} DESC, left(md5(id::text), 15) DESC LIMIT $3::int)`;
const newestRedeemed = newestSlipsAt('redeemed_at', 'redeemed_at IS NOT NULL');
const newestExpired = newestSlipsAt('expires_at', `state = 'expired'`);

const source = `CASE l.campaign_id WHEN '${noCampaign}' THEN 'import' WHEN '${correctedByHand}' THEN 'correction' ELSE 'campaign' END`;
const campaign = `'campaign', CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'name', g.name) END`;
const slip = `
  json_build_object('slip_id', s.id, 'coupon_id', s.coupon_id, 'code', s.code, 'state', s.state, ${campaign},
                    'event_id', s.event_id, 'expires_at', ${written('s.expires_at')},
                    'redeemed_at', ${written('s.redeemed_at')})`;
const ofSlip = 'JOIN coupon c ON c.id = s.coupon_id LEFT JOIN campaign g ON g.id = s.campaign_id';

/** Slips, points and surveys in the life of a user. SQL because `TimelineStore` joins it with others. */
@Injectable()
export class RewardTimelineStore extends TimelineStore {
  protected readonly selections = {
    'coupon-slip-claimed': `
      SELECT s.id, 'Got ' || c.title AS title, ${slip} AS data FROM ${newest('coupon_slip')} s ${ofSlip}`,
    'coupon-slip-redeemed': `
      SELECT ${idOfSlipAt('redeemed_at')} AS id, 'Redeemed ' || c.title AS title, ${slip} AS data FROM ${newestRedeemed} s ${ofSlip}`,
    'coupon-slip-expired': `
      SELECT ${idOfSlipAt('expires_at')} AS id, 'Expired: ' || c.title AS title, ${slip} AS data FROM ${newestExpired} s ${ofSlip}`,
    'transaction-created': `
      SELECT l.id, to_char(l.value, 'FMSG999999999999999') || ' ' || t.name AS title,
             json_build_object('stack_id', t.id, 'stack_name', t.name, 'block_id', b.id, 'block_name', b.name,
                               'value', l.value, 'source', ${source}, ${campaign}, 'event_id',
                               CASE WHEN g.id IS NOT NULL THEN l.event_id END, 'reason', l.reason) AS data
        FROM ${newest('ledger')} l JOIN stack_block b ON b.id = l.block_id JOIN stack t ON t.id = b.stack_id
        LEFT JOIN campaign g ON g.id = l.campaign_id`,
    // A user is asked each survey once, and answers each question once.
    'survey-asked': `
      SELECT ${idAt('a.asked_at', 'a.survey_id::text')} AS id, 'Asked: ' || v.title AS title,
             json_build_object('survey_id', v.id, ${campaign}, 'event_id', a.event_id) AS data
        FROM survey_asked a JOIN survey v ON v.id = a.survey_id LEFT JOIN campaign g ON g.id = a.campaign_id
       WHERE a.user_id = $1`,
    'survey-answer-submitted': `
      SELECT ${idAt('a.answered_at', `a.survey_id || a.question_id`)} AS id, 'Answered: ' || v.title AS title,
             json_build_object('survey_id', v.id, 'question_id', a.question_id, 'answer_id', a.answer_id) AS data
        FROM survey_answer a JOIN survey v ON v.id = a.survey_id WHERE a.user_id = $1`,
  };
}

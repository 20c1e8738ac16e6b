import { ApiProperty, ApiPropertyOptional, OmitType } from '../shape/described.js';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsObject,
  IsString,
  Length,
  Matches,
  ValidateNested,
} from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { ShownKey } from '../by-name/by-name.js';
import { SurveyAnswer } from './campaigns.js';
import { storable } from '../identity/clients.js';
import { Page, SearchPage, type Paged } from '../paging.js';
import { renamed, rpc } from '../rpc.js';

const givenId = /^[A-Za-z0-9._-]{1,100}$/;
const chosen = { example: 'taste', description: '1 to 100 of A-Z a-z 0-9 . _ -; the service makes one by default' };

export class NewAnswerChoice {
  @ApiPropertyOptional(chosen)
  @MayBeAbsent()
  @Matches(givenId)
  id?: string;

  @ApiProperty({ example: 'Very much', description: 'The answer as users read it.' })
  @IsString()
  @Length(1, 500)
  @Matches(storable)
  text: string;
}

export class NewQuestion {
  @ApiPropertyOptional(chosen)
  @MayBeAbsent()
  @Matches(givenId)
  id?: string;

  @ApiProperty({ example: 'How did you like the coffee?', description: 'The question as users read it.' })
  @IsString()
  @Length(1, 500)
  @Matches(storable)
  text: string;

  @ApiProperty({ type: [NewAnswerChoice], description: 'The answers to choose from.' })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => NewAnswerChoice)
  answers: NewAnswerChoice[];
}

export class NewSurvey {
  @ApiProperty({ example: 'Your last visit', description: 'The title as users read it.' })
  @IsString()
  @Length(1, 200)
  @Matches(storable)
  @Matches(/\S/, { message: 'title must not be blank' })
  title: string;

  @ApiProperty({ type: [NewQuestion], description: 'The questions, in their order.' })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => NewQuestion)
  questions: NewQuestion[];
}

export class PutSurvey extends NewSurvey {
  @IsString()
  id: string;
}

export class SurveyRef {
  @IsString()
  id: string;
}

export class AnswerChoice {
  @ApiProperty({ description: 'The id of the answer.', example: 'very-much' })
  id: string;

  @ApiProperty({ description: 'The answer as users read it.', example: 'Very much' })
  text: string;
}

export class Question {
  @ApiProperty({ description: 'The id of the question.', example: 'taste' })
  id: string;

  @ApiProperty({ description: 'The question as users read it.', example: 'How did you like the coffee?' })
  text: string;

  @ApiProperty({ type: [AnswerChoice], description: 'The answers to choose from.' })
  answers: AnswerChoice[];
}

export class Survey {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The id of the survey.' })
  id: string;

  @ShownKey() key: string | null;

  @ApiProperty({ description: 'The title as users read it.', example: 'Your last visit' })
  title: string;

  @ApiProperty({ type: [Question], description: 'The questions, in their order.' })
  questions: Question[];

  @ApiProperty({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the survey was made.',
    format: 'date-time',
  })
  created: string;
}

export class AskedSurvey extends OmitType(Survey, ['key']) {
  @ApiProperty({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When a campaign asked the survey last',
    format: 'date-time',
  })
  asked_at: string;

  @ApiProperty({ type: [SurveyAnswer], description: 'The answers that the user has given so far' })
  given: SurveyAnswer[];
}

export class ChosenAnswer extends AnswerChoice {
  @ApiProperty({ type: 'integer', example: 120, description: 'How many users chose it.' })
  users: number;
}

export class QuestionResult extends OmitType(Question, ['answers']) {
  @ApiProperty({ type: 'integer', example: 200, description: 'How many users answered the question.' })
  users: number;

  @ApiProperty({ type: [ChosenAnswer], description: 'The answers to choose from, in their order.' })
  answers: ChosenAnswer[];

  @ApiProperty({
    type: 'integer',
    example: 3,
    description: 'How many of the users chose an answer that the question offers no more.',
  })
  removed: number;
}

export class SurveyResults {
  @ApiProperty({ example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', description: 'The id of the survey.' })
  survey_id: string;

  @ApiProperty({ type: [QuestionResult], description: 'The questions, in their order.' })
  questions: QuestionResult[];
}

export class SurveysOf extends Page {
  @IsString()
  user_id: string;
}

export class NewSurveyAnswer {
  @ApiProperty({ description: 'The id of the question.', example: 'taste' })
  @IsString()
  @Length(1, 100)
  question_id: string;

  @ApiProperty({ description: 'The id of the chosen answer.', example: 'very-much' })
  @IsString()
  @Length(1, 100)
  answer_id: string;
}

export class AnswerSurvey extends NewSurveyAnswer {
  @IsString()
  user_id: string;

  @IsString()
  survey_id: string;
}

const formerNamesOfAskedSurvey = { asked_at: 'asked' };

export const createSurvey = rpc('campaigns.surveys.create', NewSurvey).returns<Survey>();
export const putSurvey = rpc('campaigns.surveys.put', PutSurvey).returns<Survey>();
export const getSurvey = rpc('campaigns.surveys.get', SurveyRef).returns<Survey>();
export const surveyResults = rpc('campaigns.surveys.results', SurveyRef).returns<SurveyResults>();
export const listSurveys = rpc('campaigns.surveys.list', SearchPage).returns<Paged<Survey>>();
export const surveysOf = renamed(
  formerNamesOfAskedSurvey,
  rpc('campaigns.surveys.of-user', SurveysOf).returns<Paged<AskedSurvey>>(),
);
export const answerSurvey = rpc('campaigns.surveys.answer', AnswerSurvey).returns<SurveyAnswer>();

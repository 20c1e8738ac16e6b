import { Type } from 'class-transformer';
import { ArrayMaxSize, IsInt, IsString, ValidateNested } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { rpc } from '../rpc.js';

/** Of one version of a campaign. While it changes, what the old one and the new one read are both registered. */
export const maxUsedProperties = 1_000;
/** Of their JSON text: those of two versions must fit into one message. */
export const maxUsedBytes = 256 * 1_024;

/** A property that a condition reads, by its path from the root (`*` is any item of a list), and the type it relies on. */
export class UsedProperty {
  @IsString({ each: true })
  @ArrayMaxSize(64)
  path: string[];

  @IsString()
  type: string;
}

/** What a campaign that runs, or may go on running, reads of an event. It replaces what the campaign read of this event before. */
export class DefinitionUse {
  @IsString()
  campaign_id: string;

  @IsString()
  name: string;

  @IsString()
  event_name: string;

  /** The version that the properties were found in. */
  @IsInt()
  version: number;

  @ValidateNested({ each: true })
  @Type(() => UsedProperty)
  @ArrayMaxSize(2 * maxUsedProperties)
  properties: UsedProperty[];
}

export class LetGo {
  @IsString()
  campaign_id: string;

  /** The event that the campaign still reads. */
  @MayBeAbsent()
  @IsString()
  except?: string;
}

/** Registers only if `version` is the newest, which is what it answers: if it is another, look at that one and ask again. */
export const useDefinition = rpc('events.definition-uses.register', DefinitionUse).returns<{ version: number }>();
export const letDefinitionGo = rpc('events.definition-uses.let-go', LetGo).returns<{ deleted: true }>();

import { Type } from 'class-transformer';
import { ArrayMaxSize, IsInt, IsString, ValidateNested } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { rpc } from '../rpc.js';

/** Limit for one version of a campaign. While a campaign changes, the uses of two versions are registered. */
export const maxUsedProperties = 1_000;
/** Limit of their JSON text, so that the uses of two versions fit into one message. */
export const maxUsedBytes = 256 * 1_024;

/** A property that a condition reads, by its path from the root (`*` is any item of a list), and the type it relies on. */
export class UsedProperty {
  @IsString({ each: true })
  @ArrayMaxSize(64)
  path: string[];

  @IsString()
  type: string;
}

/** The properties of an event that a running or paused campaign reads. It replaces the campaign's earlier use of this event. */
export class DefinitionUse {
  @IsString()
  campaign_id: string;

  @IsString()
  name: string;

  @IsString()
  event_name: string;

  /** The version of the definition, not of the campaign. */
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

/** Registers only if `version` is the newest. It answers the newest version; if that is another, the caller asks again with it. */
export const useDefinition = rpc('events.definition-uses.register', DefinitionUse).returns<{ version: number }>();
export const letDefinitionGo = rpc('events.definition-uses.let-go', LetGo).returns<{ deleted: true }>();

import { Type } from 'class-transformer';
import { IsInt, IsUrl, Length, Matches, Max, Min, ValidateIf } from 'class-validator';

const url = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };

/** Settings of the commands `probe` and `probe prepare`, which read nothing else. */
export class ProbeSettings {
  /** The address of a gateway, or of the proxy before it. */
  @IsUrl(url)
  @Matches(/[^/]$/, { message: 'PROBE_URL must not end with a slash' })
  PROBE_URL = 'http://127.0.0.1:3000';

  /** The client of the probe; for `probe prepare`, a client with the scope `admin`. */
  @Matches(/^cl_[\w-]{1,100}$/, { message: 'PROBE_CLIENT_ID is needed: the id of a client, such as cl_probe' })
  PROBE_CLIENT_ID: string;

  /** The secret of this client. */
  @Length(1, 255, { message: 'PROBE_CLIENT_SECRET is needed: the secret of PROBE_CLIENT_ID' })
  PROBE_CLIENT_SECRET: string;

  /** The seconds after which a step has failed. All steps of a run together must end before the next run begins. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(600)
  PROBE_STEP_SECONDS = 20;

  /** The address of a receiver that answers 2xx. Each run lets the webhooks service send a ping there. Empty: no ping. */
  @ValidateIf(({ PROBE_RECEIVER_URL: address }: ProbeSettings) => address !== '')
  @IsUrl(url)
  PROBE_RECEIVER_URL = '';
}

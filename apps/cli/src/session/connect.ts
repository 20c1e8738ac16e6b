import { Ces } from '@ces/sdk';
import { Profiles, type Profile } from './profiles.ts';
import { askForToken } from './oauth.ts';

/** `CES_URL`, `CES_CLIENT_ID` and `CES_CLIENT_SECRET` go before every profile, so that pipelines need no login. */
export function connect(env: Readonly<NodeJS.ProcessEnv>, name: string | undefined, onBehalfOf?: string): Ces {
  const { CES_URL: url, CES_CLIENT_ID: clientId, CES_CLIENT_SECRET: clientSecret } = env;
  if (url && clientId && clientSecret && name === undefined) return new Ces({ baseUrl: url, clientId, clientSecret });
  const profiles = new Profiles(env);
  const profile = profiles.find(name);
  if (profile === undefined) {
    throw new Error(name === undefined ? 'You are not logged in: run `ces login`.' : `There is no profile ${name}.`);
  }
  const { url: baseUrl, client_id, client_secret } = profile;
  if (client_secret !== undefined) return new Ces({ baseUrl, clientId: client_id, clientSecret: client_secret });
  const named = name ?? profiles.read().current ?? '';
  const token = (): Promise<string> => tokenOf(profiles, named);
  return new Ces({ baseUrl, token, onBehalfOf: onBehalfOf ?? profile.on_behalf_of });
}

/** The token of a person. It is read anew each time, because another `ces` may have renewed it. */
async function tokenOf(profiles: Profiles, name: string): Promise<string> {
  const profile = profiles.find(name);
  if (profile === undefined) throw new Error(`There is no profile ${name}.`);
  if (profile.access_token !== undefined && Date.now() < (profile.expires_at ?? 0) - 60_000)
    return profile.access_token;
  if (profile.refresh_token === undefined) throw new Error('The sign-in has ended: run `ces login`.');
  const renewed = await askForToken(profile.url, {
    grant_type: 'refresh_token',
    client_id: profile.client_id,
    refresh_token: profile.refresh_token,
  });
  const next: Profile = { ...profile, ...renewed };
  profiles.keep(name, next);
  return next.access_token ?? '';
}

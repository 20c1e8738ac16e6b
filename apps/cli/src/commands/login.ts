import { neededOption, UsageError, type Command } from '../command-line/command.ts';
import { askForToken, endSignIn, scopesOf, signInByBrowser, signInByDevice } from '../session/oauth.ts';
import { Profiles, type Profile } from '../session/profiles.ts';
import { readFileSync } from 'node:fs';

/** At this public client operators sign in. Every installation has it. */
const ofOperators = 'ces-cli';

const login: Command = {
  name: 'login',
  does: 'Sign in as an operator, or keep the credentials of a client',
  options: {
    url: { value: 'address', does: 'the address of the installation (CES_URL)' },
    'client-id': {
      value: 'id',
      does: 'a client, whose secret comes from CES_CLIENT_SECRET, --client-secret, a question or the standard input',
    },
    'client-secret': { value: 'secret', does: 'others on this machine may see it: better CES_CLIENT_SECRET' },
    stack: { value: 'file', does: 'the administrator of a local stack, for example .local/stack.json' },
    browser: { does: 'a browser on this machine comes back by itself, instead of a code' },
    'public-client': { value: 'id', does: 'sign in as a customer, at this public client' },
    scope: { value: 'scopes', does: 'with --public-client: only these scopes, separated by spaces' },
    name: { value: 'name', does: 'the name of the profile (default)' },
  },
  async run(context) {
    const { env, out, signal, onBehalfOf } = context;
    const name = context.text('name') ?? context.profile ?? 'default';
    const stack = context.text('stack');
    if (stack !== undefined) {
      const { base_url, admin } = JSON.parse(readFileSync(stack, 'utf8')) as Stack;
      return keep({ url: base_url, client_id: admin.id, client_secret: admin.secret });
    }
    const url = (context.text('url') ?? env['CES_URL'] ?? neededOption(context, 'url')).replace(/\/+$/, '');
    const client_id = context.text('client-id');
    if (client_id !== undefined) {
      const given = context.text('client-secret') ?? env['CES_CLIENT_SECRET'];
      const typed = async (): Promise<string> =>
        (await out.ask(`The secret of ${client_id}: `, true)) ?? readFileSync(0, 'utf8');
      return keep({ url, client_id, client_secret: given ?? (await typed()).trim() });
    }
    const clientId = context.text('public-client') ?? ofOperators;
    const scope = context.text('scope') ?? 'openid offline_access';
    const show = (text: string): void => {
      out.remark(text);
    };
    const signIn = context.flag('browser') ? signInByBrowser : signInByDevice;
    const granted = await signIn(url, { clientId, scope, signal, show });
    await keep({ url, client_id: clientId, ...granted });
    if (scopesOf(granted.access_token).length === 0) {
      show(
        `Your role needs a second factor, so you may do nothing yet. Set one up in ${url}/console/ and log in again.`,
      );
    }
    return;

    async function keep(profile: Profile): Promise<void> {
      const { client_id: id, client_secret } = profile;
      if (client_secret === '') throw new UsageError('the secret is missing');
      // Wrong credentials should fail here, and not in the next command.
      if (client_secret !== undefined) {
        await askForToken(profile.url, { grant_type: 'client_credentials', client_id: id, client_secret });
      }
      const profiles = new Profiles(env);
      profiles.keep(name, { ...profile, ...(onBehalfOf === undefined ? {} : { on_behalf_of: onBehalfOf }) });
      profiles.use(name);
      out.result({ profile: name, url: profile.url, client_id: id }, `Profile ${name}: ${id} at ${profile.url}`);
    }
  },
};

interface Stack {
  base_url: string;
  admin: { id: string; secret: string };
}

const logout: Command = {
  name: 'logout',
  args: '[profile]',
  does: 'End a sign-in, and forget the credentials of a profile',
  options: { force: { does: 'forget the credentials even if the service cannot be told' } },
  async run(context) {
    const { args, env, out, profile } = context;
    const profiles = new Profiles(env);
    const name = args[0] ?? profile ?? profiles.read().current ?? '';
    const { url, client_id, refresh_token } = profiles.find(name) ?? {};
    if (url !== undefined && client_id !== undefined && refresh_token !== undefined) {
      await endSignIn(url, client_id, refresh_token).catch((cause: unknown) => {
        const why = `${cause instanceof Error ? cause.message : String(cause)}. The sign-in goes on.`;
        if (context.flag('force')) out.remark(why);
        else throw new Error(`${why} Profile ${name} is kept: try again, or forget it by --force.`, { cause });
      });
    }
    profiles.remove(name);
    out.result({ removed: name }, `Profile ${name} is removed.`);
  },
};

const list: Command = {
  name: 'profiles',
  does: 'List the profiles',
  run({ env, out }) {
    const { current, profiles } = new Profiles(env).read();
    const rows = Object.entries(profiles).map(([name, { url, client_id }]) => ({
      ...{ name, url, client_id },
      current: name === current,
    }));
    out.table(rows, ['name', 'url', 'client_id', 'current']);
    return Promise.resolve();
  },
};

const use: Command = {
  name: 'profiles use',
  args: '<name>',
  does: 'Make a profile the current one',
  run({ args, env, out }) {
    const [name = ''] = args;
    new Profiles(env).use(name);
    out.result({ current: name }, `The current profile is ${name}.`);
    return Promise.resolve();
  },
};

export const loginCommands = [login, logout, list, use];

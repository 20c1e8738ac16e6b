// Generated from docs/openapi.json: UPDATE_DOCS=1 npm test -- openapi
export interface paths {
    "/api/1/terminal/events/{event_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the newest version of a definition, or a given one
         * @description The definition comes as it was sent, but its numbers and the order of its keys may be written another way.
         */
        get: operations["Events.get"];
        /**
         * Define an event by a JSON Schema
         * @description The `$id` must be the address of this call. The schema is checked at once. The same schema again makes no new version. A retired event is in use again.
         */
        put: operations["Events.define"];
        post?: never;
        /**
         * Retire an event, so that none is accepted any more
         * @description Versions and accepted events stay readable. To put the definition again brings the event back. An event that a running or paused campaign uses is not retired. To retire it twice changes nothing.
         */
        delete: operations["Events.retire"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/{user_id}/events/{event_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event of a user
         * @description The event is stored before the answer, and campaigns judge it soon after. Events of one user are judged in their order.
         */
        post: operations["Events.submit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/events:batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send up to 100 events; each gets its own result
         * @description One refused event does not refuse the others. Read the `status` of each result. With an `Idempotency-Key`, the list may be sent again after refused events were mended. Another event in the place of an accepted one is 422 `idempotency-key-reused`.
         */
        post: operations["Events.submitMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/events/{event_name}:validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate data without sending the event
         * @description Nothing is stored, and no campaign sees it.
         */
        post: operations["Events.validate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the definitions
         * @description The newest version of each event, newest first.
         */
        get: operations["Events.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/events/{event_name}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a definition
         * @description The list is newest first.
         */
        get: operations["Events.versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/{user_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of a user with the outcomes of campaigns
         * @description For each event the list says which campaigns rewarded it, and why the others did not.
         */
        get: operations["Events.ofUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/events:stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count all events by hour or day
         * @description Newest first: the sums of all names. Refusals of names that are not defined are in no sum. Without `since`, a page covers as many buckets as its limit says, also empty ones.
         */
        get: operations["EventStats.statsOfAll"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/events/{event_name}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the events of a name by hour or day
         * @description Newest first. Every accepted event is counted from the moment at which it is answered.
         */
        get: operations["EventStats.stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/events:tail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the events of all users as they come, accepted and refused ones
         * @description Without `Last-Event-ID` the stream begins now, and says where: an `id` without data is a place to go on from, too. After `Last-Event-ID`, every accepted event that is kept comes again, and the refused ones of the last day (the latest 10,000). A refused event comes without its data, within about a second; beyond 50 in a second, `omitted` counts the rest. Requests that are refused before their data is looked at (token, size, malformed JSON) do not appear. The stream ends with its token.
         */
        get: operations["EventTail.tail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/oauth2/provider/{provider_name}/{owner_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a connection
         * @description Says which user an account at a provider belongs to.
         */
        get: operations["Users.find"];
        put?: never;
        /**
         * Create the user of a provider account if there is none
         * @description The call is safe to repeat: it answers the connection in either case.
         */
        post: operations["Users.ensure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/connections/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user's connections
         * @description A user without connections has an empty list.
         */
        get: operations["Users.connections"];
        put?: never;
        /**
         * Connect a user with a provider account
         * @description An account at a provider belongs to one user only.
         */
        post: operations["Users.connect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/details/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user's state
         * @description Says whether the user is active and has completed the registration.
         */
        get: operations["Users.details"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find users by the beginning of a text, or by name or connection
         * @description With `q` the answer has users whose name, mail address, owner id or card number begins so, or whose id it is. They come in this order, each once: user id, mail address, full name, family name, owner id, card number, and within these by the alphabet. A page may have fewer users than `limit`; the list ends where there is no next link. Else give `username`, or `provider_name` with `owner_id`, whole. There is no list of all users.
         */
        get: operations["AdminUsers.search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user, even a closed one
         * @description The answer has the connections of the user.
         */
        get: operations["AdminUsers.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/users/{user_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything that the services hold about a user
         * @description One document for the user who asks for it. It takes some seconds if there is much.
         */
        get: operations["AdminUsers.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/users/{user_id}:deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate a user: no sign-in and no token works
         * @description The data stays. Reactivate the user to undo it.
         */
        post: operations["AdminUsers.deactivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/users/{user_id}:reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reactivate a user
         * @description The user can sign in again.
         */
        post: operations["AdminUsers.reactivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/users/{user_id}:restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a closed account again, within its grace time
         * @description Connections that another user has got meanwhile do not come back.
         */
        post: operations["AdminUsers.restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/users/{user_id}/connections/{provider_name}/{owner_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a connection
         * @description The user stays. The provider account can be connected again.
         */
        delete: operations["AdminUsers.disconnect"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/users/{user_id}/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a user has: cards, slips, balances, surveys, opt-ins and segments
         * @description One document, gathered from several services. A part whose service does not answer is null and is named in `away`.
         */
        get: operations["UserLife.wallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/users/{user_id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List everything that happened to a user, newest first
         * @description Events with what each campaign said, rewards, cards, opt-ins and the account in one list. A page may have fewer entries than `limit`; the list ends where there is no next link. While a service does not answer, an entry `away` at the head of the page stands for its entries, and names the types that are missing. Visits of colleagues are in the audit log.
         */
        get: operations["UserLife.timeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/credentials/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find a user by name
         * @description The name must match as a whole; case and width do not matter.
         */
        post: operations["Credentials.find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/credentials/continue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Continue a registration with name and password, or learn that it is complete
         * @description The answer has a fresh nonce if the registration is incomplete. After several wrong passwords the next tries must wait.
         */
        post: operations["Credentials.continue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/credentials/available": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask whether a name is free
         * @description A name that an unfinished registration holds is not free.
         */
        post: operations["Credentials.available"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a registration with name and password
         * @description The nonce in the answer goes with the following steps. The same name and password continue an unfinished registration.
         */
        post: operations["Credentials.register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/complete-step": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the next missing step of a registration
         * @description The steps are 1 `user-credentials`, 2 `user-person`, 3 `user-optins`, 4 `customer-card`. The call changes nothing.
         */
        get: operations["Registration.nextStep"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a registration; the service mails the user an activation link
         * @description All required steps must be done. The user signs in after the activation.
         */
        post: operations["Registration.complete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/activator/uniquelink": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate an account with the nonce from the mail
         * @description The nonce is the credential, so no token is needed. It works once. A token that comes with it must be of the client that registered the user.
         */
        post: operations["Activation.activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/activator/registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the registration that the nonce from the mail activates, without changing it
         * @description A page shows this before the owner of the mailbox decides.
         */
        post: operations["Activation.pending"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/activator/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate an account with the nonce from the mail and the password of the registration
         * @description After several wrong passwords the next tries must wait.
         */
        post: operations["Activation.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/activator/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate an account with the nonce from the mail and a new password
         * @description The new password voids the one of the registration.
         */
        post: operations["Activation.activateWithPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/activator/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the registration that the nonce from the mail would activate
         * @description For somebody who did not register. The name is free again.
         */
        post: operations["Activation.reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/activator/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a new activation link to the address that got this nonce
         * @description The nonce may be used or expired.
         */
        post: operations["Activation.renew"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/activator/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail the activation link again
         * @description The answer is the same for every name, so it tells nothing about the name.
         */
        post: operations["Activation.resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a link to choose a new password
         * @description The answer is the same for every name, so it tells nothing about the name.
         */
        post: operations["Passwords.forgot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/password/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a new link for a new password to the address that got this nonce
         * @description The nonce may be used or expired.
         */
        post: operations["Passwords.renew"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with the nonce from the mail
         * @description This activates the account and ends all sign-ins of the user.
         */
        post: operations["Passwords.reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/password/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the own password
         * @description This ends all other sign-ins of the user.
         */
        post: operations["Passwords.change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/person/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the fields of a person and their validators
         * @description Build the form of a registration from these. The service enforces the same rules on the text in Unicode NFC, the form in which it is stored.
         */
        get: operations["Person.fields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/person": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enter the personal data of a registration
         * @description To send it again replaces the data.
         */
        post: operations["Person.save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/person/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the personal data of the user of the token
         * @description Fields that the user has not given are absent.
         */
        get: operations["Person.me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the personal data of the user of the token
         * @description A field that is not sent stays as it is; "" or null removes one.
         */
        patch: operations["Person.change"];
        trace?: never;
    };
    "/api/1/user/person/details/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the personal data of a user
         * @description Fields that the user has not given are absent.
         */
        get: operations["Person.details"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/{user_id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close an account at once; the service erases it when the user confirms, or after the grace time
         * @description All reads answer 404 from now on, and tokens of the user stop working. The user gets a mail with a nonce. To close it twice changes nothing.
         */
        post: operations["Deletion.close"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/delete/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for the deletion of the own account; the service mails the user a link to confirm it
         * @description Nothing changes until the nonce of the mail is sent to `/api/1/user/delete/finish`.
         */
        post: operations["Deletion.request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/delete/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete an account for good with the nonce from the mail
         * @description The nonce is the credential, so no token is needed. A token that comes with it must be of the client that caused the mail, and a user token of this user. This cannot be undone.
         */
        post: operations["Deletion.finish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the clients
         * @description The list is newest first. It has no secrets.
         */
        get: operations["Clients.list"];
        put?: never;
        /**
         * Create a client
         * @description The answer shows the secret, and no later answer does. A public client has none.
         */
        post: operations["Clients.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a client
         * @description The answer has no secret.
         */
        get: operations["Clients.get"];
        put?: never;
        post?: never;
        /**
         * Delete a client; its tokens stop working
         * @description Its webhooks are deleted too. This cannot be undone.
         */
        delete: operations["Clients.remove"];
        options?: never;
        head?: never;
        /**
         * Change a client
         * @description A field that is absent stays as it is. Tokens that exist keep their scopes until they expire.
         */
        patch: operations["Clients.change"];
        trace?: never;
    };
    "/api/1/admin/clients/{id}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a second secret
         * @description Both secrets work until one is retired. The answer shows the new one, and no later answer does.
         */
        post: operations["Clients.addSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/clients/{id}/secrets:promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the second secret the first
         * @description The first secret signs the deliveries to webhooks. The other one still works.
         */
        post: operations["Clients.promoteSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/clients/{id}/secrets/previous": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Retire the previous secret
         * @description From now on only one secret works.
         */
        delete: operations["Clients.retireSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/operators/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the operator who calls
         * @description Every operator may call it. Tokens of clients and users are refused.
         */
        get: operations["OwnOperator.me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the operators
         * @description The list is newest first.
         */
        get: operations["Operators.list"];
        put?: never;
        /**
         * Invite an operator
         * @description Send the address in the answer to the person, who chooses a password there. It works once.
         */
        post: operations["Operators.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/operators/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an operator
         * @description The id identifies the operator.
         */
        get: operations["Operators.get"];
        put?: never;
        post?: never;
        /**
         * Delete an operator, who is signed out
         * @description The audit log keeps the name. The last active owner cannot be deleted.
         */
        delete: operations["Operators.remove"];
        options?: never;
        head?: never;
        /**
         * Change name, role or state of an operator
         * @description A field that is absent stays as it is. A new role counts within seconds; a blocked operator is signed out. The last active owner stays one.
         */
        patch: operations["Operators.change"];
        trace?: never;
    };
    "/api/1/admin/operators/{id}/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove the second factors of an operator, who is signed out
         * @description For a person who has lost them. If the role needs one, the person sets up a new one at the next sign-in.
         */
        delete: operations["Operators.resetFactors"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/operators/{id}:invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite an operator again, who then chooses a new password
         * @description The earlier invitation stops working. The present password works until the person chooses another.
         */
        post: operations["Operators.invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/providers/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a provider
         * @description The name of a provider identifies it.
         */
        get: operations["Providers.get"];
        /**
         * Configure an OpenID provider
         * @description The body replaces the settings of the provider, or makes a new one.
         */
        put: operations["Providers.put"];
        post?: never;
        /**
         * Remove a provider without connections
         * @description A provider that users are connected with stays.
         */
        delete: operations["Providers.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the providers
         * @description The list is newest first.
         */
        get: operations["Providers.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/keys:rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing keys: sign with the next key from now on
         * @description Tokens that exist keep working, because the old key stays published.
         */
        post: operations["Providers.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/mail-texts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the texts of mails
         * @description Each kind of mail in each language, as it is sent now.
         */
        get: operations["MailTexts.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/mail-texts/{kind}/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the text of a mail
         * @description As it is sent now.
         */
        get: operations["MailTexts.get"];
        /**
         * Change the text of a mail
         * @description Mails that are sent five seconds later have the new text, also those that wait.
         */
        put: operations["MailTexts.put"];
        post?: never;
        /**
         * Bring the text of the installation back
         * @description The answer is the text that is sent from now on. Where nothing was changed, nothing happens.
         */
        delete: operations["MailTexts.reset"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/mail-texts/{kind}/{language}:preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See a mail before its text is saved
         * @description Nothing is stored or sent. Words that are absent are those of now; the link is made up.
         */
        post: operations["MailTexts.preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the imports of the last 30 days
         * @description The list is newest first.
         */
        get: operations["Imports.list"];
        put?: never;
        /**
         * Import existing members from a file of NDJSON or CSV
         * @description The file streams through, and its lines are imported soon after. It mails nobody and fires no campaign. The same file may be sent again: a line that changes nothing counts as unchanged.
         */
        post: operations["Imports.begin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how far an import is, and what its lines did
         * @description Counts and faults are kept for 30 days.
         */
        get: operations["Imports.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/imports/{id}/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List why lines of an import were refused
         * @description The list is in the order of the file. Mend the lines and send the file again.
         */
        get: operations["Imports.faults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries, newest first
         * @description Every administrative call is one entry, with who made it and what came of it. Refused calls of one client in one minute share an entry.
         */
        get: operations["Audit.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/2/card/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user's cards, the featured one first
         * @description The user is the one of the token.
         */
        get: operations["Cards.ofUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/card/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a card to the user's account or, with a client token, to a registration
         * @description With a client token send the `auth_nonce` of the registration. After several unknown numbers the next tries must wait.
         */
        post: operations["Cards.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/card/{id}/representation.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the barcode of an own card as SVG
         * @description The kind of barcode follows from the card definition.
         */
        get: operations["Cards.svg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/card/{id}/representation.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the barcode of an own card as PNG
         * @description The kind of barcode follows from the card definition.
         */
        get: operations["Cards.png"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/card/{id}:feature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a card the first of the user's cards
         * @description The first card is the one that apps show.
         */
        post: operations["Cards.feature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/card/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a card from the own account
         * @description The card definition says whether users may do that.
         */
        delete: operations["Cards.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/card-definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the card definitions
         * @description The list is newest first.
         */
        get: operations["CardDefinitions.list"];
        put?: never;
        /**
         * Define a kind of card
         * @description A field that is absent gets the initial value of the definition `default`, which exists from the start.
         */
        post: operations["CardDefinitions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/card-definitions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a card definition by its id or name
         * @description The answer has its tiers in their order.
         */
        get: operations["CardDefinitions.get"];
        /**
         * Replace a card definition; tiers that it no longer names get no new cards
         * @description The body replaces the whole definition. Cards keep their tiers.
         */
        put: operations["CardDefinitions.put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue cards for a list of numbers, or for a CSV file with up to a million numbers
         * @description Either all cards are issued or none. Send the numbers as JSON, or a form with a file of one number per line.
         */
        post: operations["CardsAdmin.issue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/cards/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a card
         * @description The answer shows the card as its users see it.
         */
        get: operations["CardsAdmin.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a card's state, expiration or tier
         * @description A field that is absent stays as it is.
         */
        patch: operations["CardsAdmin.change"];
        trace?: never;
    };
    "/api/1/admin/cards/{id}/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a card from an account, even if its definition does not let users remove it
         * @description The card itself stays, and other users keep it.
         */
        delete: operations["CardsAdmin.withdraw"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/cards/{id}:transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a card another number
         * @description The card keeps its id, users and tier. Its old number is not given out again.
         */
        post: operations["CardsAdmin.transfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/users/{user_id}/cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a card to a user's account
         * @description The same rules hold as when the user adds the card, but for the limit of wrong numbers. A card that the user has already is answered in the same way.
         */
        post: operations["UserCards.link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/optins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the opt-ins that registration asks for, or a user's opt-ins
         * @description A client token needs the `auth_nonce` of the registration. A user token reads the opt-ins of its user.
         */
        get: operations["Optins.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/user/optins/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Answer several opt-ins; the service stores all answers or none
         * @description A client token needs the `auth_nonce` of the registration. Every change is kept in `updates`, which shows the last 1,000; where there are more than 20 opt-ins, this answer shows fewer of each.
         */
        put: operations["Optins.change"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/optins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the opt-ins, retired ones too
         * @description The list is newest first, with the texts in all languages.
         */
        get: operations["OptinsAdmin.list"];
        put?: never;
        /**
         * Define an opt-in
         * @description Give the texts in each language; `en_GB` is required.
         */
        post: operations["OptinsAdmin.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/optins/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an opt-in
         * @description The answer has the texts in all languages.
         */
        get: operations["OptinsAdmin.get"];
        /**
         * Change an opt-in; another text makes a new version
         * @description The body replaces the whole opt-in. Users keep the answers that they have given.
         */
        put: operations["OptinsAdmin.put"];
        post?: never;
        /**
         * Retire an opt-in; users are no longer asked, and given consents stay recorded
         * @description To retire it twice changes nothing.
         */
        delete: operations["OptinsAdmin.retire"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/external-segmentation/external-segment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a segment of the users whose identifiers at a provider are in a CSV file
         * @description The file streams through and is processed soon after. Read the segment until its state is `processed`.
         */
        post: operations["Segments.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/external-segmentation/external-segment/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the segments, the newest first
         * @description A client sees the segments of all clients.
         */
        get: operations["Segments.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/external-segmentation/external-segment/{segment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a segment
         * @description While the file is processed, `progress` says how far it is.
         */
        get: operations["Segments.get"];
        put?: never;
        /**
         * Replace the file of a segment; its members stay until the new file is processed
         * @description Only the client that made the segment, or one with `admin`, may do that. A newer file overtakes an older one.
         */
        post: operations["Segments.renew"];
        /**
         * Delete a segment that is processed and that no campaign uses
         * @description Only the client that made the segment, or one with `admin`, may do that.
         */
        delete: operations["Segments.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/external-segmentation/external-segment/{segment_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the current members of a segment
         * @description While a new file is processed, these are the members by the file before.
         */
        get: operations["Segments.members"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List facts that their consumer could not handle
         * @description The list joins the dead letters of all services, newest first.
         */
        get: operations["DeadLetters.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/dead-letters/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a dead letter with its payload
         * @description The payload is what the service could not handle.
         */
        get: operations["DeadLetters.get"];
        put?: never;
        post?: never;
        /**
         * Drop a dead letter for good
         * @description The fact is never handled. This cannot be undone.
         */
        delete: operations["DeadLetters.drop"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/dead-letters/{id}:replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Handle a dead letter again
         * @description Mend the cause first. The service handles the fact as if it came now.
         */
        post: operations["DeadLetters.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how each service is, and what is wrong now
         * @description Every service is asked for its version, readiness, lags, outbox and dead letters. A service that does not answer within two seconds is named; the answer is 200 all the same.
         */
        get: operations["HealthAdmin.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/dead-letters:replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Handle many dead letters again
         * @description Mend the cause first. The answer is a job that goes on by itself, also after a restart. Letters that come later than the job are left alone, and those that fail again stay.
         */
        post: operations["Jobs.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the jobs of the last 30 days
         * @description The list is newest first.
         */
        get: operations["Jobs.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how far a job is
         * @description Ask again until `finished_at` is not null.
         */
        get: operations["Jobs.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/jobs/{id}:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a job
         * @description What it has done stays done. A job that has ended stays as it is.
         */
        post: operations["Jobs.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/reconciliations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the reconciliations of the last 30 days
         * @description Those that were asked for here, newest first. The service also compares one hour each minute by itself.
         */
        get: operations["Reconciliations.list"];
        put?: never;
        /**
         * Compare what the services have published, handled and granted
         * @description Covers the last 23 hours, as the command `reconcile` does. It goes on by itself; after a restart it begins anew. Asked again before its end, it is the same one. A repair publishes facts again that a service has not handled, and changes nothing else.
         */
        post: operations["Reconciliations.begin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/reconciliations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how far a reconciliation is, and what it has found
         * @description Ask again until `finished_at` is not null.
         */
        get: operations["Reconciliations.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/probe/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Report the newest run of the probe of the golden path
         * @description The replica that answers shows the result in its metrics until it ends. Nothing is stored.
         */
        put: operations["Probe.report"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the client's webhooks
         * @description Each client sees its own webhooks only.
         */
        get: operations["Webhooks.list"];
        put?: never;
        /**
         * Register a webhook
         * @description The address gets signed batches of the events that you name. The secret of the webhook signs them, and so does that of the client.
         */
        post: operations["Webhooks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook and the state of its deliveries
         * @description `queue` says what waits, and when the next attempt is.
         */
        get: operations["Webhooks.get"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description No new delivery starts a second later. Events that wait are dropped.
         */
        delete: operations["Webhooks.remove"];
        options?: never;
        head?: never;
        /**
         * Change a webhook; waiting events are delivered by the new settings
         * @description A field that is absent stays as it is.
         */
        patch: operations["Webhooks.change"];
        trace?: never;
    };
    "/api/1/terminal/webhooks/{webhook_id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the webhook's own secret, which signs its deliveries
         * @description The receiver verifies `webhook-signature` with it (Standard Webhooks).
         */
        get: operations["Webhooks.secret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/webhooks/{webhook_id}/secret:rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description For 24 hours the replaced secret signs beside the new one. A second rotation retires it at once.
         */
        post: operations["Webhooks.rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/webhooks/{webhook_id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the delivery attempts of a webhook with their payloads
         * @description Each attempt has its request, the answer and the time it took, newest first.
         */
        get: operations["Webhooks.attempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/webhooks/{webhook_id}:ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery without events now and read its answer
         * @description The receiver gets a signed batch of no events. The call answers when the receiver has answered.
         */
        post: operations["Webhooks.ping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/webhooks/{webhook_id}:enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a webhook; waiting events are delivered at once, in order
         * @description A webhook that was disabled for its failures begins anew.
         */
        post: operations["Webhooks.enable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/webhooks/{webhook_id}:disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a webhook; new events wait
         * @description They wait for 30 days. Enable the webhook to deliver them.
         */
        post: operations["Webhooks.disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/webhooks/{webhook_id}:replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver all events since a moment again
         * @description Receivers know them by the same ids in `X-Service-Event-Ids`.
         */
        post: operations["Webhooks.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/webhooks:stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the attempts of the client's webhooks by hour or day
         * @description The sums of the webhooks that the client has now, newest first.
         */
        get: operations["WebhookStats.statsOfAll"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/webhooks/{webhook_id}/batches/{batch}:resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a batch again, now and once
         * @description The receiver gets the same id and bytes, beside the queue. The call answers when the receiver has answered.
         */
        post: operations["Deliveries.resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/webhooks/{webhook_id}/set-aside": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events set aside, newest first
         * @description The receiver refused each of them alone. They wait here until they are sent again.
         */
        get: operations["Deliveries.setAside"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/webhooks/{webhook_id}/set-aside:resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events set aside again, now and once
         * @description Each event goes alone. Those that the receiver accepts leave the list. Without a body all of them go.
         */
        post: operations["Deliveries.resendSetAside"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/webhooks/{webhook_id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the attempts of a webhook by hour or day
         * @description Newest first. What waits now is the `queue` of the webhook itself.
         */
        get: operations["Deliveries.stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/webhooks/{webhook_id}:test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an example of an event now and read its answer
         * @description The receiver gets one signed event with made-up data. The call answers when the receiver has answered.
         */
        post: operations["Deliveries.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/listeners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a listener: a webhook without an address, for development
         * @description Its stream gives the deliveries that a webhook of these events would get. It is gone an hour after its last reader.
         */
        post: operations["Listeners.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/listeners/{listener_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the deliveries of a listener as they come
         * @description Each event `delivery` has the `body` and all `headers` that a webhook would get: POST them to your program. Without `Last-Event-ID` the stream begins when the listener was made. It ends with its token.
         */
        get: operations["Listeners.stream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/listeners/{listener_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a listener
         * @description Its streams end within some seconds.
         */
        delete: operations["Listeners.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/portal-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link to the portal, for a subscriber without an account
         * @description The page shows deliveries of the webhooks that you name, and lets the subscriber send them again, test, read and rotate the secret, and enable the webhook. The link ends after `ttl`, and when the client is deleted, loses a scope, or has its tokens revoked. A client may have 10,000 links; one more ends the oldest.
         */
        post: operations["PortalSessions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/campaigns:backtest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge past events by a campaign that is not saved
         * @description Nothing is granted or changed. The campaign counts by caps and budgets of its own, takes the stock of codes as sufficient, and knows segments, opt-ins and cards as they are now.
         */
        post: operations["Backtests.begin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/campaigns/backtests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how far a backtest is, and what it has counted
         * @description The counts grow while it runs, and are kept for 30 days.
         */
        get: operations["Backtests.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/campaigns/backtests/{id}:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a backtest
         * @description Its counts stay readable. A backtest that has ended stays as it is.
         */
        post: operations["Backtests.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/campaigns:validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read all faults of a campaign that is not saved
         * @description Nothing is stored. The checks are those of saving and of starting. A campaign whose event is retired, or whose coupon has no codes left, can be saved all the same.
         */
        post: operations["CampaignDrafts.validate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/campaigns:audience": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the users of an audience
         * @description The count is exact. Where segments meet opt-ins or card tiers of millions of users, a size that takes more than a minute is refused with 503.
         */
        post: operations["CampaignDrafts.audience"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/campaigns/{id}:clone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Draft a copy of a campaign
         * @description The copy is a draft of the newest version, in whatever state the campaign is. It is refused when the campaign names what no longer exists.
         */
        post: operations["CampaignDrafts.clone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/campaigns/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a campaign
         * @description The list is newest first. Each version has the whole campaign, what it changed, and when it ran.
         */
        get: operations["CampaignDrafts.versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a campaign
         * @description The newest version, with what it has given so far.
         */
        get: operations["Campaigns.get"];
        /**
         * Make a new version; that of a running campaign judges events accepted from now on
         * @description The body replaces the whole campaign. Events that were accepted before are judged by the version of their time.
         */
        put: operations["Campaigns.put"];
        post?: never;
        /**
         * Delete a draft
         * @description Only a campaign that never ran can be deleted. End one that runs; its results stay readable.
         */
        delete: operations["CampaignDrafts.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the campaigns
         * @description Drafts, running, paused and ended campaigns, newest first.
         */
        get: operations["Campaigns.list"];
        put?: never;
        /**
         * Draft a campaign
         * @description The campaign judges nothing until it is started. The condition and the effects are checked at once.
         */
        post: operations["Campaigns.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/campaigns/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what a campaign decided, by hour or by day
         * @description The newest bucket first; a bucket without a judged event is left out. The counts are exact, also those of the bucket that is under way. An event counts at the moment at which it was accepted.
         */
        get: operations["Campaigns.stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/campaigns/{id}:start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start or resume a campaign
         * @description A draft or a paused campaign runs from now on.
         */
        post: operations["Campaigns.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/campaigns/{id}:pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a campaign; it never judges events accepted meanwhile
         * @description Start it to resume it.
         */
        post: operations["Campaigns.pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/campaigns/{id}:end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a campaign for good
         * @description An ended campaign cannot be started again. To end it twice changes nothing.
         */
        post: operations["Campaigns.end"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/campaigns/{id}:simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the verdict that an event would get now, step by step, without changing anything
         * @description The verdict names each step that has a result, and the effects that the user would get.
         */
        post: operations["Campaigns.simulate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/campaigns:stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what all campaigns decided, by hour or by day
         * @description The sums of all campaigns, newest first. An event that two campaigns judge counts twice. Without `since`, a page covers as many buckets as its limit says, also empty ones.
         */
        get: operations["CampaignStats.statsOfAll"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/coupons/{id}/codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the codes of a coupon, or find one
         * @description In the order of the codes, each with its state, and with its slip when a user has it.
         */
        get: operations["CouponCodes.codes"];
        put?: never;
        /**
         * Add codes to a coupon
         * @description JSON: give `codes`, or `generate`; a code that the coupon has already refuses all of them. A form with a CSV file of up to a million codes answers 202, and the codes are added soon after; a code that the coupon has already is passed over and named.
         */
        post: operations["CouponCodes.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/coupons/{id}/code-imports/{import_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how far an import of codes is
         * @description Counts and faults are kept for 30 days.
         */
        get: operations["CouponCodes.getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/coupons/{id}/code-imports/{import_id}:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an import of codes
         * @description The codes that it has added stay. An import that has ended stays as it is.
         */
        post: operations["CouponCodes.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/coupons/{id}/code-imports/{import_id}/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the lines of an import that added no code
         * @description In the order of the file. The coupon had the code already, or an earlier line of the file has it.
         */
        get: operations["CouponCodes.faults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/coupon/slips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user's coupon slips, newest first
         * @description Slips that the user has deleted are left out, unless the query asks for them.
         */
        get: operations["Coupons.slips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/coupon/slips/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Mark an own slip as read or deleted
         * @description A field that is absent stays as it is.
         */
        patch: operations["Coupons.change"];
        trace?: never;
    };
    "/api/1/coupon/tickets:redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeem a ticket by its code, once
         * @description A till calls this. A code that was redeemed is refused from then on.
         */
        post: operations["Coupons.redeem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the coupons
         * @description The list is newest first, with the stock of each coupon.
         */
        get: operations["CouponsAdmin.list"];
        put?: never;
        /**
         * Define a coupon with codes, or let the service generate codes
         * @description Give `codes`, or `generate`. Each code goes to one user.
         */
        post: operations["CouponsAdmin.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/coupons/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a coupon
         * @description The answer says how many codes are left.
         */
        get: operations["CouponsAdmin.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/coupon-slips/{id}:revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke the ticket of a slip
         * @description The code cannot be redeemed any more. The user keeps the slip, with its state.
         */
        post: operations["CouponsAdmin.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/users/{user_id}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct a user's points
         * @description The correction is an entry of the ledger, of which webhooks are told by `transaction-created`. Send an `Idempotency-Key`, so that a repetition books nothing. A correction that takes away more points than the user has is refused, unless the stack says `allow_negative`.
         */
        post: operations["Corrections.correct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/stack/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user's balances, those of the newest stack first
         * @description Each block of each stack that the user has points on is one item.
         */
        get: operations["Stacks.balances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/stack/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user's transactions, newest first
         * @description Each item is one booking on a block of a stack.
         */
        get: operations["Stacks.transactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/stacks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the stacks
         * @description The list is newest first.
         */
        get: operations["StacksAdmin.list"];
        put?: never;
        /**
         * Define a stack
         * @description A stack is a kind of points, with at least one block.
         */
        post: operations["StacksAdmin.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/stacks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a stack
         * @description The answer has its blocks.
         */
        get: operations["StacksAdmin.get"];
        /**
         * Rename a stack or its blocks, or add blocks; existing blocks stay
         * @description Name a block by its id to rename it. A block without an id is new.
         */
        put: operations["StacksAdmin.put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/survey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the surveys that campaigns asked the user, the latest first
         * @description Each survey shows the answers that the user has given so far.
         */
        get: operations["Surveys.asked"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/survey/{survey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a survey
         * @description The answer has the questions with their answers to choose from.
         */
        get: operations["Surveys.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/survey/{survey_id}/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a question of a survey
         * @description A user answers each question once, and only of a survey that a campaign asked.
         */
        post: operations["Surveys.answer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/surveys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the surveys
         * @description The list is newest first.
         */
        get: operations["SurveysAdmin.list"];
        put?: never;
        /**
         * Define a survey
         * @description Questions and answers get ids, unless you give them.
         */
        post: operations["SurveysAdmin.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/surveys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a survey
         * @description The answer has the questions with their answers to choose from.
         */
        get: operations["SurveysAdmin.get"];
        /**
         * Replace title and questions; given answers stay, and questions with the same text keep their ids
         * @description The body replaces the whole survey.
         */
        put: operations["SurveysAdmin.put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/surveys/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the answers to a survey, by question and answer
         * @description The counts are exact. A user answers a question once. Questions that the survey has no more are left out.
         */
        get: operations["SurveysAdmin.results"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/campaigns/by-name/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a campaign by its key
         * @description The answer is that of reading it by its id.
         */
        get: operations["CampaignsByName.get"];
        /**
         * Make a campaign of this key, or replace the one that has it
         * @description A replacement is a new version; the state stays, and a new campaign is a draft. To repeat the request changes nothing. `adopt` gives the key to an object that exists, and `dry_run=true` only tells the differences.
         */
        put: operations["CampaignsByName.put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/coupons/by-name/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a coupon by its key
         * @description The answer is that of reading it by its id.
         */
        get: operations["CouponsByName.get"];
        /**
         * Make a coupon of this key, or replace the one that has it
         * @description Codes are added and never removed, and `generate` makes as many as are missing from its `count`. To repeat the request changes nothing. `adopt` gives the key to an object that exists, and `dry_run=true` only tells the differences.
         */
        put: operations["CouponsByName.put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/stacks/by-name/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a stack by its key
         * @description The answer is that of reading it by its id.
         */
        get: operations["StacksByName.get"];
        /**
         * Make a stack of this key, or replace the one that has it
         * @description Blocks that the request does not name stay. To repeat the request changes nothing. `adopt` gives the key to an object that exists, and `dry_run=true` only tells the differences.
         */
        put: operations["StacksByName.put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/surveys/by-name/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a survey by its key
         * @description The answer is that of reading it by its id.
         */
        get: operations["SurveysByName.get"];
        /**
         * Make a survey of this key, or replace the one that has it
         * @description Given answers stay, and questions with the same text keep their ids. To repeat the request changes nothing. `adopt` gives the key to an object that exists, and `dry_run=true` only tells the differences.
         */
        put: operations["SurveysByName.put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/optins/by-name/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an opt-in by its key
         * @description The answer is that of reading it by its id.
         */
        get: operations["OptinsByName.get"];
        /**
         * Make an opt-in of this key, or replace the one that has it
         * @description Another text is a new version. A retired opt-in leaves its key to a new one. To repeat the request changes nothing. `adopt` gives the key to an object that exists, and `dry_run=true` only tells the differences.
         */
        put: operations["OptinsByName.put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/card-definitions/by-name/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a card definition by its key
         * @description The answer is that of reading it by its id.
         */
        get: operations["CardDefinitionsByName.get"];
        /**
         * Make a card definition of this key, or replace the one that has it
         * @description Tiers that the request does not name get no new cards. To repeat the request changes nothing. `adopt` gives the key to an object that exists, and `dry_run=true` only tells the differences.
         */
        put: operations["CardDefinitionsByName.put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/admin/clients/by-name/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a client by its key
         * @description The answer is that of reading it by its id.
         */
        get: operations["ClientsByName.get"];
        /**
         * Make a client of this key, or replace the one that has it
         * @description Secrets stay. A new client shows its secret in this one answer. To repeat the request changes nothing. `adopt` gives the key to an object that exists, and `dry_run=true` only tells the differences.
         */
        put: operations["ClientsByName.put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1/terminal/webhooks/by-name/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook by its key
         * @description The answer is that of reading it by its id.
         */
        get: operations["WebhooksByName.get"];
        /**
         * Make a webhook of this key, or replace the one that has it
         * @description The secret stays. A new webhook shows its secret in this one answer. To repeat the request changes nothing. `adopt` gives the key to an object that exists, and `dry_run=true` only tells the differences.
         */
        put: operations["WebhooksByName.put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get tokens
         * @description A client gets a token of its own with `client_credentials`. It gets tokens of a user with a code, a refresh token, a password, an `id_token` of a configured provider, or the code of a device.
         */
        post: operations["OAuth.token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token
         * @description The token stops working within five seconds. A token that does not work is no fault (RFC 7009).
         */
        post: operations["OAuth.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask whether a token works
         * @description Says what is known about a token of the client (RFC 7662).
         */
        post: operations["OAuth.introspect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign a user in
         * @description A browser opens this address. It comes back to `redirect_uri` with a `code`, which `/oauth2/token` turns into tokens. Every client needs PKCE with S256.
         */
        get: operations["OAuth.authorize"];
        put?: never;
        /**
         * Sign a user in, with the parameters in a form
         * @description The browser goes on to the same address with these parameters (OpenID Connect Core, section 3.1.2.1).
         */
        post: operations["OAuth.authorizeByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a sign-in on a device without a browser
         * @description For public clients (RFC 8628). The device shows `user_code` and `verification_uri`, and asks `/oauth2/token` with `device_code` until the person has confirmed: meanwhile the answer is `authorization_pending`.
         */
        post: operations["OAuth.device"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/device/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Let a device sign in
         * @description A browser opens this address. The person enters the code, confirms it and signs in.
         */
        get: operations["OAuth.verifyDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign a user out
         * @description A browser opens this address. A page asks whether to sign out, and the browser then goes to the client.
         */
        get: operations["OAuth.logout"];
        put?: never;
        /**
         * Sign a user out, with the parameters in a form
         * @description The browser goes on to the same address with these parameters (OpenID Connect RP-Initiated Logout, section 2).
         */
        post: operations["OAuth.logoutByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/userinfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who signed in
         * @description The claims about the user of the token (OpenID Connect Core, section 5.3).
         */
        get: operations["OAuth.userInfo"];
        put?: never;
        /**
         * Read who signed in, by POST
         * @description The same as by GET. The token stands in the header `Authorization`, and a body is not needed.
         */
        post: operations["OAuth.userInfoByPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/openid-configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what OpenID Connect offers here
         * @description OpenID Connect libraries begin with this document.
         */
        get: operations["OAuth.openIdConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what OAuth 2 offers here
         * @description OAuth 2 libraries begin with this document (RFC 8414).
         */
        get: operations["OAuth.authorizationServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the public keys
         * @description Verify our tokens with these keys. Read them again when a token names another `kid`.
         */
        get: operations["OAuth.publicKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "coupon-slip-claimed-event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A user got a coupon slip.
         * @description Up to 100 events in one request, of all the kinds that the webhook has subscribed to.
         */
        post: operations["webhook.coupon-slip-claimed-event"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transaction-created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The balance of a user changed.
         * @description Up to 100 events in one request, of all the kinds that the webhook has subscribed to.
         */
        post: operations["webhook.transaction-created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "survey-answer-submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A user answered a question of a survey.
         * @description Up to 100 events in one request, of all the kinds that the webhook has subscribed to.
         */
        post: operations["webhook.survey-answer-submitted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user-registered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A registration is complete, but not confirmed by mail yet.
         * @description Up to 100 events in one request, of all the kinds that the webhook has subscribed to.
         */
        post: operations["webhook.user-registered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user-activated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A user has confirmed the mail and is active.
         * @description Up to 100 events in one request, of all the kinds that the webhook has subscribed to.
         */
        post: operations["webhook.user-activated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user-deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An account was closed: every call answers 404 for it.
         * @description Up to 100 events in one request, of all the kinds that the webhook has subscribed to.
         */
        post: operations["webhook.user-deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection-created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A user was connected to an account at a provider.
         * @description Up to 100 events in one request, of all the kinds that the webhook has subscribed to.
         */
        post: operations["webhook.connection-created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "optin-changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A user has answered an opt-in, or changed the answer.
         * @description Up to 100 events in one request, of all the kinds that the webhook has subscribed to.
         */
        post: operations["webhook.optin-changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "card-added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A card was added to the account of a user.
         * @description Up to 100 events in one request, of all the kinds that the webhook has subscribed to.
         */
        post: operations["webhook.card-added"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "segment-processed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The newest file of a segment is processed.
         * @description Up to 100 events in one request, of all the kinds that the webhook has subscribed to.
         */
        post: operations["webhook.segment-processed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "coupon-stock-low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * At most a tenth of the codes of a coupon is left.
         * @description Up to 100 events in one request, of all the kinds that the webhook has subscribed to.
         */
        post: operations["webhook.coupon-stock-low"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook-disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Another webhook of the same client was disabled.
         * @description Up to 100 events in one request, of all the kinds that the webhook has subscribed to.
         */
        post: operations["webhook.webhook-disabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        EventDefinition: {
            /**
             * @description The name of the event.
             * @example purchase
             */
            event_name: string;
            /**
             * @description The number of the version that is in force now.
             * @example 1
             */
            version: number;
            /**
             * @description Whether the call made the first version, made a new one, or changed nothing.
             * @enum {string}
             */
            status: "created" | "updated" | "unchanged";
            /** @description The JSON Schema as it was sent. Its numbers and the order of its keys may be written another way: `1.0` as `1`. */
            definition: {
                [key: string]: unknown;
            };
        };
        RetiredDefinition: {
            /**
             * @description The name of the event.
             * @example purchase
             */
            event_name: string;
            /**
             * Format: date-time
             * @description When it was retired.
             * @example 2026-11-21T09:30:00.000Z
             */
            retired_at: string;
        };
        AcceptedEvent: {
            /**
             * @description The id of the event.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The name of the event.
             * @example purchase
             */
            event_name: string;
            /**
             * @description The version of the definition that the data follows.
             * @example 1
             */
            version: number;
            /**
             * @description Always `accepted`: the event is stored and will be judged.
             * @enum {string}
             */
            status: "accepted";
            /**
             * Format: date-time
             * @description When the event was stored.
             * @example 2026-11-21T09:30:00.000Z
             */
            received_at: string;
        };
        ItemProblem: {
            /**
             * @description The code that a problem document would have.
             * @example event-data-invalid
             */
            code: string;
            /**
             * @description What is wrong with the event.
             * @example #/0/data/amount: must be an integer
             */
            detail: string;
            /** @description Every fault of the event; pointers begin with its place in the batch. */
            errors?: components["schemas"]["Fault"][];
            /** @description Send the event again after so many seconds. */
            retry_after?: number;
        };
        BatchItemResult: {
            /**
             * @description The status that the event would have if it were sent alone
             * @example 202
             */
            status: number;
            /** @description The event, if it was accepted. */
            event?: components["schemas"]["AcceptedEvent"];
            /** @description The event was accepted earlier, under the same id or in this place under the same key */
            replayed?: boolean;
            /** @description Why the event was refused. */
            problem?: components["schemas"]["ItemProblem"];
        };
        BatchItem: {
            /**
             * @description The id of the user whom the event concerns.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
            /**
             * @description The name of the event.
             * @example purchase
             */
            event_name: string;
            /**
             * @description The data of the event, by its schema.
             * @example {
             *       "amount": 1250
             *     }
             */
            data: {
                [key: string]: unknown;
            };
            /** @description Identifies the event, so that sending it again does not accept it twice */
            id?: string;
            /**
             * Format: date-time
             * @description When it happened, as RFC 3339 says; the moment of receipt by default.
             * @example 2026-11-21T09:30:00Z
             */
            time?: string;
        };
        ValidData: {
            /**
             * @description The name of the event.
             * @example purchase
             */
            event_name: string;
            /**
             * @description The version of the definition that the data follows.
             * @example 1
             */
            version: number;
            /**
             * @description Always true: the data follows the schema.
             * @enum {boolean}
             */
            valid: true;
        };
        StoredDefinition: {
            /**
             * @description The name of the event.
             * @example purchase
             */
            event_name: string;
            /**
             * @description The number of the version.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @description When this version was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * @description The JSON Schema as it was sent. Its numbers and the order of its keys may be written another way: `1.0` as `1`.
             * @example {
             *       "type": "object"
             *     }
             */
            definition: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description Since when no event of this name is accepted; null while events are.
             * @example null
             */
            retired_at: string | null;
        };
        Outcome: {
            /**
             * @description The id of the campaign.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            campaign_id: string;
            /**
             * @description The name of the campaign.
             * @example Coffee for the tenth purchase
             */
            name: string;
            /**
             * @description The version that ran when the event was accepted
             * @example 1
             */
            version: number;
            /** @description Whether the user got the effects. */
            matched: boolean;
            /**
             * @description The step that failed
             * @enum {string|null}
             */
            reason: "state" | "trigger" | "schedule" | "condition" | "audience" | "effects" | "caps" | "budget" | "coupons" | null;
            /**
             * @description Why the step failed, in words.
             * @example the condition is false
             */
            detail: string | null;
        };
        LoggedEventWithOutcomes: {
            /**
             * @description The id of the event.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The name of the event.
             * @example purchase
             */
            event_name: string;
            /**
             * @description The version of the definition that the data follows.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @description When the event was stored.
             * @example 2026-11-21T09:30:00.000Z
             */
            received_at: string;
            /**
             * Format: date-time
             * @description The moment of the event as the sender names it
             */
            time: string | null;
            /**
             * @description The data as it was sent. Its numbers and the order of its keys may be written another way: `1.0` as `1`.
             * @example {
             *       "amount": 1250
             *     }
             */
            data: {
                [key: string]: unknown;
            };
            /** @description The outcome of each running campaign; null if the event is not judged yet, the campaigns service is away, or outcomes of its time are no longer kept */
            campaigns: components["schemas"]["Outcome"][] | null;
        };
        EventStats: {
            /**
             * Format: date-time
             * @description When the bucket begins
             * @example 2026-11-21T09:00:00.000Z
             */
            at: string;
            /**
             * @description Events that were accepted
             * @example 1000
             */
            accepted: number;
            /**
             * @description How many were refused, by the code of the refusal. A gateway that is killed forgets those of its last second.
             * @example {
             *       "event-data-invalid": 12
             *     }
             */
            refused: {
                [key: string]: number;
            };
        };
        Connection: {
            /**
             * @description Name of a configured OpenID provider
             * @example demo
             */
            provider_name: string;
            /**
             * @description The user's identifier at the provider
             * @example 248289761001
             */
            owner_id: string;
            /**
             * @description The user, 25 of A-Z a-z 0-9
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
        };
        ConnectionRef: {
            /**
             * @description Name of a configured OpenID provider
             * @example demo
             */
            provider_name: string;
            /**
             * @description The user's identifier at the provider
             * @example 248289761001
             */
            owner_id: string;
        };
        UserDetails: {
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            id: string;
            /**
             * @description Whether the user can sign in and use the service.
             * @example true
             */
            active: boolean;
            /**
             * @description Whether the registration is complete.
             * @example false
             */
            completed_registration: boolean;
        };
        AdminUser: {
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            id: string;
            /**
             * @description Whether the user can sign in and use the service.
             * @example true
             */
            active: boolean;
            /**
             * @description Whether the registration is complete.
             * @example false
             */
            completed_registration: boolean;
            /**
             * @description The name that the user signs in with; null before the registration.
             * @example anna@example.com
             */
            username: string | null;
            /**
             * Format: date-time
             * @description When the user was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * Format: date-time
             * @description When an administrator deactivated the user
             */
            deactivated_at: string | null;
            /**
             * Format: date-time
             * @description When the account was closed
             */
            closed_at: string | null;
            /**
             * Format: date-time
             * @description The moment until which a closed account can be restored; it is erased soon after
             */
            erase_at: string | null;
            /** @description The user's accounts at providers. */
            connections: components["schemas"]["Connection"][];
        };
        FoundUser: {
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
            /**
             * @description The mail address, with which the user signs in; null before the registration.
             * @example anna@example.com
             */
            username: string | null;
            /**
             * @description The name of the person; null if it was never entered.
             * @example Anna van der Berg
             */
            name: string | null;
            /**
             * @description False for a user who is not activated, deactivated or closed.
             * @example true
             */
            active: boolean;
            /**
             * Format: date-time
             * @description When the user was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
        };
        UserExport: {
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
            /**
             * Format: date-time
             * @description When the export was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            exported_at: string;
            /** @description The account, the personal data, and what became of them. */
            identity: {
                [key: string]: unknown;
            };
            /** @description The events of the user. */
            events: {
                [key: string]: unknown;
            };
            /** @description The cards, and the answers to opt-ins. */
            cards: {
                [key: string]: unknown;
            };
            /** @description The segments that the user is in. */
            segments: {
                [key: string]: unknown;
            };
            /** @description The events that wait for receivers of webhooks. */
            webhooks: {
                [key: string]: unknown;
            };
            /** @description Coupon slips, points, surveys, and what campaigns decided. */
            campaigns: {
                [key: string]: unknown;
            };
        };
        Deleted: {
            /**
             * @description Always true: it is gone.
             * @enum {boolean}
             */
            deleted: true;
        };
        Representation: {
            /**
             * @description The kind of barcode.
             * @enum {string}
             */
            name: "qr-code" | "pdf417" | "aztec" | "code128" | "none";
            /**
             * @description The name of a layout of your app.
             * @example default
             */
            card_layout: string;
            /** @description Values for the layout of your app. The service only keeps them. */
            data: unknown[];
        };
        Image: {
            /**
             * @description The address of the image; empty for none.
             * @example https://cdn.example/gold.png
             */
            src: string;
            /**
             * @description The text for people who do not see the image.
             * @example Gold
             */
            alt: string;
        };
        Avatar: {
            /**
             * @description The kind of avatar.
             * @example image
             */
            type: string;
            /** @description The image of the avatar. */
            data: components["schemas"]["Image"];
        };
        Currency: {
            /** @description The stack whose balance the card shows. */
            stack_id: string;
            /** @description The block whose balance the card shows; null for the whole stack. */
            block_id: string | null;
            /** @description An image beside the balance. */
            image: components["schemas"]["Image"];
            /** @description Text before the balance. */
            prefix: string;
            /**
             * @description Text behind the balance.
             * @example points
             */
            suffix: string;
        };
        CardPresentation: {
            /** @description Whether the card shows the avatar. */
            show_avatar: boolean;
            /** @description The avatar. */
            avatar: components["schemas"]["Avatar"];
            /** @description Whether the card shows data of the person. */
            show_data: boolean;
            /**
             * @description Which fields of the person the card shows.
             * @example [
             *       "firstName",
             *       "lastName"
             *     ]
             */
            data_fields: string[];
            /** @description Whether the card shows a balance. */
            show_currency: boolean;
            /** @description Which balance the card shows, and how. */
            currency: components["schemas"]["Currency"];
            /** @description Whether the card shows buttons. */
            show_buttons: boolean;
            /** @description Buttons of your app. The service only keeps them. */
            buttons: unknown[];
        };
        DefinitionOfCard: {
            /**
             * @description The name of the card definition.
             * @example default
             */
            name: string;
            /** @description How the card number is drawn. */
            representation: components["schemas"]["Representation"];
            /** @description What an app shows on the card. */
            card_presentation: components["schemas"]["CardPresentation"];
        };
        ColorMode: {
            /**
             * @description The name of a mode of your app.
             * @example light
             */
            mode: string;
            /**
             * @description The colour.
             * @example #000000
             */
            tint: string;
        };
        ColorModes: {
            /** @description The colour of the name of the tier. */
            card_tier_name_color: components["schemas"]["ColorMode"];
            /** @description The colour of the card number. */
            card_number_color: components["schemas"]["ColorMode"];
            /** @description The colour of the state. */
            card_state_color: components["schemas"]["ColorMode"];
            /** @description The colour of dates and times. */
            date_and_time_color: components["schemas"]["ColorMode"];
        };
        CardTier: {
            /** @description The image of the tier. */
            image: components["schemas"]["Image"];
            /** @description The background of the card. */
            background: components["schemas"]["Image"];
            /** @description A number that the operator sets; the service does not count cards */
            card_count: number | null;
            /** @description The colours of texts on the card. */
            color_modes: components["schemas"]["ColorModes"];
            /**
             * @description The id of the tier.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            card_tier_id: string;
            /**
             * @description The name of the tier.
             * @example Gold
             */
            name: string;
        };
        Card: {
            /**
             * @description The id of the card.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /** @description The users who have the card, in the order in which they added it */
            user_id: string[];
            /**
             * @description Says for each user of the card whether it is the first card of this user.
             * @example {
             *       "x2Kd83jfLw0qPzR7vT1mNb4Yc": true
             *     }
             */
            user_id_featured: {
                [key: string]: boolean;
            };
            /**
             * @description Says for each user of the card whether this user may remove it.
             * @example {
             *       "x2Kd83jfLw0qPzR7vT1mNb4Yc": true
             *     }
             */
            user_id_deletable: {
                [key: string]: boolean;
            };
            /**
             * @description The number that the card was issued with
             * @example 6012345678
             */
            identifier: string;
            /**
             * @description The current number, which a transfer changes
             * @example 6012345678
             */
            identifier_actual: string;
            /**
             * @description The number in groups, for people to read; null if the definition asks for none.
             * @example null
             */
            display_number: string | null;
            /**
             * Format: date-time
             * @description The moment when the card expires; null for never.
             * @example null
             */
            expiration: string | null;
            /**
             * @description The state of the card. Only an `active` card can be used.
             * @enum {string}
             */
            state: "active" | "inactive" | "blocked" | "expired" | "replaced";
            /**
             * @description The state in the language of the request
             * @example Active
             */
            state_text: string;
            /** @description The kind of the card. */
            card_definition: components["schemas"]["DefinitionOfCard"];
            /** @description The tier of the card. */
            card_tier: components["schemas"]["CardTier"];
            /**
             * Format: date-time
             * @description Since when the card has this tier.
             * @example 2026-11-21T09:30:00.000+00:00
             */
            tier_start_date: string;
            /**
             * Format: date-time
             * @description When the card was changed last.
             * @example 2026-11-21T09:30:00.000+00:00
             */
            updated: string;
            /**
             * Format: date-time
             * @description When the card was issued.
             * @example 2026-11-21T09:30:00.000+00:00
             */
            created: string;
        };
        ImageData: {
            /**
             * @description The address of the image.
             * @example https://cdn.example.com/coffee.png
             */
            src: string;
            /**
             * @description The text for people who do not see the image.
             * @example A cup of coffee
             */
            alt: string;
        };
        CouponImage: {
            /**
             * @description Always `image`.
             * @enum {string}
             */
            type: "image";
            /** @description The image itself. */
            data: components["schemas"]["ImageData"];
        };
        TicketDisplay: {
            /**
             * @description How a device shows the code, such as `qr-code`.
             * @example qr-code
             */
            systemName: string;
            /**
             * @description The name of this way for people.
             * @example QR code
             */
            title: string;
        };
        Ticket: {
            /**
             * @description Whether the ticket can still be redeemed: only an `issued` one can.
             * @enum {string}
             */
            state: "issued" | "redeemed" | "expired" | "revoked";
            /** @description How to show the code. */
            display: components["schemas"]["TicketDisplay"];
            /**
             * @description The code that a till redeems.
             * @example COFFEE-7K2M-9QXD
             */
            code: string;
        };
        UserSlip: {
            /**
             * @description The id of the slip.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The id of the coupon.
             * @example 01981c5e-81b2-7d01-8c44-5a0c1d2e3f40
             */
            couponId: string;
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            userId: string;
            /**
             * @description The title of the coupon.
             * @example A free coffee
             */
            title: string;
            /**
             * @description What the user gets for it.
             * @example At any of our shops
             */
            description: string;
            /** @description The image of the coupon. */
            image: components["schemas"]["CouponImage"];
            /** @description Whether the user has marked the slip as read. */
            isRead: boolean;
            /** @description Whether the user has removed the slip from the list. */
            isDeleted: boolean;
            /** @description The code and its state. */
            ticket: components["schemas"]["Ticket"];
            /**
             * Format: date-time
             * @description When the user got the slip.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * Format: date-time
             * @description The moment from which the ticket cannot be redeemed; null if there is none
             * @example 2026-12-21T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When the ticket was redeemed; null if it was not.
             * @example null
             */
            redeemed_at: string | null;
            /**
             * @description The campaign that granted the slip
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            campaign_id: string;
            /**
             * @description The event for which the campaign granted the slip
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            event_id: string;
        };
        Balance: {
            /**
             * @description The id of the stack.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            stack_id: string;
            /**
             * @description The name of the stack.
             * @example Loyalty points
             */
            stack_name: string;
            /**
             * @description The id of the block.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            block_id: string;
            /**
             * @description The name of the block.
             * @example points
             */
            block_name: string;
            /**
             * @description The points that the user has.
             * @example 125
             */
            value: number;
        };
        AnswerChoice: {
            /**
             * @description The id of the answer.
             * @example very-much
             */
            id: string;
            /**
             * @description The answer as users read it.
             * @example Very much
             */
            text: string;
        };
        Question: {
            /**
             * @description The id of the question.
             * @example taste
             */
            id: string;
            /**
             * @description The question as users read it.
             * @example How did you like the coffee?
             */
            text: string;
            /** @description The answers to choose from. */
            answers: components["schemas"]["AnswerChoice"][];
        };
        SurveyAnswer: {
            /**
             * @description The id of the survey.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            survey_id: string;
            /**
             * @description The id of the question.
             * @example taste
             */
            question_id: string;
            /**
             * @description The id of the chosen answer.
             * @example very-much
             */
            answer_id: string;
        };
        AskedSurvey: {
            /**
             * @description The id of the survey.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The title as users read it.
             * @example Your last visit
             */
            title: string;
            /** @description The questions, in their order. */
            questions: components["schemas"]["Question"][];
            /**
             * Format: date-time
             * @description When the survey was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * Format: date-time
             * @description When a campaign asked the survey last
             * @example 2026-11-21T09:30:00.000Z
             */
            asked_at: string;
            /** @description The answers that the user has given so far */
            given: components["schemas"]["SurveyAnswer"][];
        };
        OptinPurpose: {
            /**
             * @description A name for what the consent is for.
             * @example marketing
             */
            name: string;
            /** @description Whether a user may change the answer later */
            can_be_updated: boolean;
            /** @description Whether registration completes only when the user gives it */
            required: boolean;
        };
        OptinUpdate: {
            /** @description The answer of the user. */
            opted_in: boolean;
            /**
             * Format: date-time
             * @description When the user answered.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated: string;
            /**
             * @description Where the user answered: `registration`, `account`, or `import: …` for an answer of an import
             * @example registration
             */
            source: string;
        };
        Optin: {
            /**
             * @description The id of the opt-in.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The name in the language of the request.
             * @example Newsletter
             */
            name: string;
            /**
             * @description The text in the language of the request.
             * @example We may send you our newsletter.
             */
            description: string;
            /** @description What the consent is for. */
            purpose: components["schemas"]["OptinPurpose"];
            /** @description The last 1,000 changes, newest last. The export of the user has all of them */
            updates: components["schemas"]["OptinUpdate"][];
            /** @description Whether the user consents now. */
            opted_in: boolean;
        };
        UserSegment: {
            /**
             * @description The id of the segment.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The name of the segment.
             * @example Newsletter readers
             */
            name: string;
        };
        Wallet: {
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
            /** @description The cards, the featured one first. */
            cards: components["schemas"]["Card"][] | null;
            /** @description The newest 100 coupon slips, also those that the user has removed from the list. */
            slips: components["schemas"]["UserSlip"][] | null;
            /** @description The points on each block of each stack. */
            balances: components["schemas"]["Balance"][] | null;
            /** @description The 100 surveys that were asked last. */
            surveys: components["schemas"]["AskedSurvey"][] | null;
            /** @description The opt-ins with the last answers of the user. */
            optins: components["schemas"]["Optin"][] | null;
            /** @description The segments that the user is in now. */
            segments: components["schemas"]["UserSegment"][] | null;
            /** @description Parts that are null because their service does not answer. Ask again later. */
            away: ("cards" | "slips" | "balances" | "surveys" | "optins" | "segments")[];
            /** @description Parts of which the user has more than the wallet shows. */
            more: ("cards" | "slips" | "balances" | "surveys" | "optins" | "segments")[];
        };
        TimelineEntry: {
            /**
             * Format: uuid
             * @description The id of the entry. It begins with the moment, so that later entries have greater ids.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description What happened. `away` stands for the entries of a service that does not answer at the moment.
             * @enum {string}
             */
            type: "event" | "coupon-slip-claimed" | "coupon-slip-redeemed" | "coupon-slip-expired" | "transaction-created" | "survey-asked" | "survey-answer-submitted" | "card-added" | "optin-changed" | "user-created" | "registration-begun" | "user-activated" | "first-sign-in" | "person-entered" | "person-changed" | "connection-created" | "user-deactivated" | "user-closed" | "away";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string;
            /**
             * @description What happened, in a few English words.
             * @example +25 Loyalty points
             */
            title: string;
            /**
             * @description What is known of it, by type. An `event` has the fields of the event, and in `campaigns` what each campaign said.
             * @example {
             *       "stack_id": "01981c5e-81b2-7d01-8c44-5a0c1d2e3f40",
             *       "value": 25,
             *       "source": "campaign"
             *     }
             */
            data: {
                [key: string]: unknown;
            };
        };
        Username: {
            /**
             * @description An e-mail address; case and width do not matter
             * @example anna@example.com
             */
            username: string;
        };
        FoundCredentials: {
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
            /**
             * @description The name of the user.
             * @example anna@example.com
             */
            username: string;
        };
        Credentials: {
            /**
             * @description An e-mail address; case and width do not matter
             * @example anna@example.com
             */
            username: string;
            /**
             * @description The password of the account.
             * @example correct horse battery
             */
            password: string;
        };
        Continuation: {
            /** @description The password is right and the registration is complete: the user must log in */
            completed: boolean;
            /** @description The password is right and the registration continues with the nonce */
            continue: boolean;
            /** @description The auth_nonce, if the registration continues */
            nonce?: string;
        };
        Availability: {
            /** @description Whether the name is free. */
            available: boolean;
        };
        NewCredentials: {
            /**
             * @description An e-mail address; case and width do not matter
             * @example anna@example.com
             */
            username: string;
            /**
             * @description The password of the new account.
             * @example correct horse battery
             */
            password: string;
            /** @description A user that was created in advance and gets these credentials */
            user_id?: string;
        };
        Registration: {
            /**
             * @description The id of the user who registers.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
            /** @description False if the call continues an earlier registration, or joins a user that was made in advance. */
            new_user: boolean;
            /** @description The auth_nonce of the following steps */
            nonce: string;
        };
        NextStep: {
            /**
             * @description The number of the next missing step.
             * @example 2
             */
            continue_from: number;
            /**
             * @description The name of the next missing step.
             * @enum {string}
             */
            step: "user-credentials" | "user-person" | "user-optins" | "customer-card";
        };
        AuthNonce: {
            /**
             * @description The nonce from the answer of row 10 or 12.
             * @example kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4
             */
            auth_nonce: string;
        };
        MailedNonce: {
            /**
             * @description The nonce from the mail.
             * @example kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4
             */
            nonce: string;
        };
        Activated: {
            /**
             * @description Always true: the user can sign in.
             * @enum {boolean}
             */
            activated: true;
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
        };
        PendingRegistration: {
            /**
             * @description The given name.
             * @example Anna
             */
            firstName: string;
            /**
             * @description Empty when there is none
             * @example van der
             */
            infix: string;
            /**
             * @description The family name.
             * @example Berg
             */
            lastName: string;
            /**
             * @description The client that registered
             * @example Shop
             */
            client: string | null;
            /**
             * @description The mail address that registered.
             * @example anna@example.com
             */
            username: string;
            /**
             * Format: date-time
             * @description When it registered.
             * @example 2026-11-21T09:30:00.000Z
             */
            registered_at: string;
        };
        ConfirmedActivation: {
            /**
             * @description The nonce from the mail.
             * @example kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4
             */
            nonce: string;
            /**
             * @description The password of the registration
             * @example correct horse battery
             */
            password: string;
        };
        ActivationWithPassword: {
            /**
             * @description The nonce from the mail.
             * @example kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4
             */
            nonce: string;
            /**
             * @description The new password, which replaces the one of the registration.
             * @example correct horse battery
             */
            password: string;
        };
        RemovedRegistration: {
            /**
             * @description Always true: the registration is gone.
             * @enum {boolean}
             */
            removed: true;
        };
        Renewal: {
            /** @description The mail goes out now; otherwise it waits, because the mailbox had many mails today */
            sent: boolean;
            /**
             * Format: date-time
             * @description When the mail goes out
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string;
        };
        ForgottenPassword: {
            /**
             * @description An e-mail address; case and width do not matter
             * @example anna@example.com
             */
            username: string;
            /**
             * @description The page that the mail links to instead of the client's `password_url` or the default page; the fragment holds the nonce. Its origin must be that of the client's `password_url` or of one of its `redirect_uris`
             * @example https://shop.example/new-password
             */
            password_url?: string | null;
        };
        PasswordReset: {
            /**
             * @description The nonce from the mail.
             * @example kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4
             */
            nonce: string;
            /**
             * @description The new password.
             * @example correct horse battery
             */
            password: string;
        };
        PasswordChange: {
            /**
             * @description The present password
             * @example correct horse battery
             */
            password: string;
            /**
             * @description The new password.
             * @example correct horse battery staple
             */
            new_password: string;
        };
        FieldValidator: {
            /**
             * @description `not_blank`: has a character that is not white space. A field without this validator may be absent, and "" or null counts as absent. `length`: at most `max` Unicode code points. `regex`: matches `pattern`, an ECMAScript pattern with the flag `u`. `choice`: one of `choices`. `date`: an existing date, YYYY-MM-DD, from `min` to `max`; `today` is the date in UTC.
             * @enum {string}
             */
            name: "not_blank" | "length" | "regex" | "choice" | "date";
            /**
             * @description The values of the rule, such as `max` or `pattern`.
             * @example {
             *       "max": 100
             *     }
             */
            options: {
                [key: string]: unknown;
            };
        };
        PersonField: {
            /**
             * @description The type of the field.
             * @enum {string}
             */
            name: "string" | "select" | "date";
            /** @description The rules for a value. Row 15 enforces exactly these. */
            validators: components["schemas"]["FieldValidator"][];
            /** @description Whether the user may change the value. */
            is_editable: boolean;
            /**
             * @description The values to choose from. Only a `select` has them.
             * @example [
             *       "f",
             *       "m"
             *     ]
             */
            choices?: string[];
            /** @description The value to begin with. Only a `select` has it. */
            default?: string | null;
        };
        PersonFields: {
            /** @description The fields by their names: firstName, infix, lastName, gender, dateOfBirth, postalCode, nickname. */
            general: {
                [key: string]: components["schemas"]["PersonField"];
            };
        };
        NewPerson: {
            /**
             * @description The nonce from the answer of row 10 or 12.
             * @example kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4
             */
            auth_nonce: string;
            /**
             * @description The given name.
             * @example Anna
             */
            firstName: string;
            /**
             * @description The part between given and family name.
             * @example van der
             */
            infix?: string | null;
            /**
             * @description The family name.
             * @example Berg
             */
            lastName: string;
            /**
             * @description `f`, `m`, or null for no answer.
             * @example f
             * @enum {string|null}
             */
            gender?: "f" | "m" | null;
            /**
             * Format: date
             * @description The date of birth, YYYY-MM-DD.
             * @example 1990-02-28
             */
            dateOfBirth?: string | null;
            /**
             * @description The postal code.
             * @example 1011 AB
             */
            postalCode?: string | null;
            /**
             * @description The name that friends use.
             * @example Annie
             */
            nickname?: string | null;
        };
        Person: {
            /**
             * @description The given name.
             * @example Anna
             */
            firstName: string;
            /**
             * @description Empty when there is none
             * @example van der
             */
            infix: string;
            /**
             * @description The family name.
             * @example Berg
             */
            lastName: string;
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
            /**
             * @description The mail address, which is also the name to sign in with.
             * @example anna@example.com
             */
            email: string;
            /**
             * @description `f`, `m`, or null for no answer.
             * @enum {string|null}
             */
            gender: "f" | "m" | null;
            /**
             * Format: date
             * @description The date of birth, YYYY-MM-DD.
             * @example 1990-02-28
             */
            dateOfBirth?: string;
            /**
             * @description The postal code.
             * @example 1011 AB
             */
            postalCode?: string;
            /**
             * @description The name that friends use.
             * @example Annie
             */
            nickname?: string;
            /**
             * @description UTC
             * @example 2026-11-21 09:30:00.000
             */
            updated: string;
            /**
             * @description UTC
             * @example 2026-11-21 09:30:00.000
             */
            created: string;
        };
        PersonData: {
            /**
             * @description The given name.
             * @example Anna
             */
            firstName: string;
            /**
             * @description Empty when there is none
             * @example van der
             */
            infix: string;
            /**
             * @description The family name.
             * @example Berg
             */
            lastName: string;
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
            /**
             * @description The mail address, which is also the name to sign in with.
             * @example anna@example.com
             */
            email: string;
            /**
             * @description `f`, `m`, or null for no answer.
             * @enum {string|null}
             */
            gender: "f" | "m" | null;
            /**
             * Format: date
             * @description The date of birth, YYYY-MM-DD.
             * @example 1990-02-28
             */
            dateOfBirth?: string;
            /**
             * @description The postal code.
             * @example 1011 AB
             */
            postalCode?: string;
            /**
             * @description The name that friends use.
             * @example Annie
             */
            nickname?: string;
        };
        PersonChange: {
            /**
             * @description The given name.
             * @example Anna
             */
            firstName?: string;
            /**
             * @description The part between given and family name.
             * @example van der
             */
            infix?: string | null;
            /**
             * @description The family name.
             * @example Berg
             */
            lastName?: string;
            /**
             * @description `f`, `m`, or null for no answer.
             * @example f
             * @enum {string|null}
             */
            gender?: "f" | "m" | null;
            /**
             * Format: date
             * @description The date of birth, YYYY-MM-DD.
             * @example 1990-02-28
             */
            dateOfBirth?: string | null;
            /**
             * @description The postal code.
             * @example 1011 AB
             */
            postalCode?: string | null;
            /**
             * @description The name that friends use.
             * @example Annie
             */
            nickname?: string | null;
        };
        DeletedUser: {
            /**
             * @description Always true: the account is closed or erased.
             * @enum {boolean}
             */
            deleted: true;
        };
        DeletionRequested: {
            /**
             * @description Always true: the mail with the nonce is on its way.
             * @enum {boolean}
             */
            requested: true;
        };
        NewClient: {
            /**
             * @description A name for people. The consent page shows it.
             * @example Web shop
             */
            name: string;
            /**
             * @description What the client may do, and what it may ask its users for.
             * @example [
             *       "users:read",
             *       "registration"
             *     ]
             */
            scopes: ("events:define" | "events:write" | "events:read" | "users:read" | "users:write" | "users:delete" | "registration" | "segments" | "webhooks" | "cards:issue" | "cards:manage" | "rewards:manage" | "campaigns:manage" | "optins:manage" | "ledger:correct" | "dead-letters:manage" | "clients:manage" | "probe:report" | "audit:read" | "admin:read" | "admin" | "profile" | "cards" | "optins" | "rewards" | "account" | "openid" | "offline_access")[];
            /** @description Skips the consent of its users. Unless the client is public, it may also use the password grant and token exchange */
            first_party?: boolean;
            /** @description Whether the client is an app or a single-page app, which cannot keep a secret. It gets none. Its users sign in by code and PKCE */
            public?: boolean;
            /**
             * @description The origins of a public client's pages. Their scripts may call the routes for users (CORS)
             * @example [
             *       "https://app.shop.example"
             *     ]
             */
            origins?: string[];
            /**
             * @description Addresses that a browser may be sent to after sign-in or sign-out
             * @example [
             *       "https://shop.example/callback"
             *     ]
             */
            redirect_uris?: string[];
            /**
             * @description The page that the activation mail links to instead of the default page; the fragment holds the nonce
             * @example https://shop.example/activate
             */
            activation_url?: string | null;
            /**
             * @description The page that the deletion mail links to instead of the default page
             * @example https://shop.example/delete
             */
            deletion_url?: string | null;
            /**
             * @description The page that the mail for a new password links to instead of the default page; the fragment holds the nonce
             * @example https://shop.example/new-password
             */
            password_url?: string | null;
            /**
             * @description The address that gets a mail when a webhook of the client is disabled
             * @example operations@shop.example
             */
            contact_email?: string | null;
            /**
             * @description Requests a second of the client and its users. Absent or null: the limit for all clients, `RATE_LIMIT`
             * @example 50000
             */
            rate_limit?: number | null;
        };
        CreatedClient: {
            /**
             * @description The id of the client, for tokens and for `X-Service-Client-ID`.
             * @example cl_7Qm2v9XcT4bLw8Kz
             */
            id: string;
            /**
             * @description The key by which `by-name` finds it; null for none.
             * @example free-coffee
             */
            key: string | null;
            /**
             * Format: date-time
             * @description When the client got a token last, for itself or for a user, to within five minutes. A token lasts for 15 minutes. Null if it never got one
             * @example 2026-11-21T09:30:00.000Z
             */
            last_used_at?: string | null;
            /**
             * @description A name for people.
             * @example Web shop
             */
            name: string;
            /** @description What the client may do, and what it may ask its users for. */
            scopes: ("events:define" | "events:write" | "events:read" | "users:read" | "users:write" | "users:delete" | "registration" | "segments" | "webhooks" | "cards:issue" | "cards:manage" | "rewards:manage" | "campaigns:manage" | "optins:manage" | "ledger:correct" | "dead-letters:manage" | "clients:manage" | "probe:report" | "audit:read" | "admin:read" | "admin" | "profile" | "cards" | "optins" | "rewards" | "account" | "openid" | "offline_access")[];
            /** @description Whether it skips the consent, and may use the password grant and token exchange. */
            first_party: boolean;
            /** @description Whether the client is an app or a single-page app without a secret. */
            public: boolean;
            /**
             * @description Origins whose pages may call this API from a browser, as browsers send them.
             * @example [
             *       "https://app.shop.example"
             *     ]
             */
            origins: string[];
            /**
             * @description Addresses that a browser may be sent to after sign-in or sign-out.
             * @example [
             *       "https://shop.example/callback"
             *     ]
             */
            redirect_uris: string[];
            /**
             * @description The page that the activation mail links to; null for the default page.
             * @example https://shop.example/activate
             */
            activation_url: string | null;
            /**
             * @description The page that the deletion mail links to; null for the default page.
             * @example https://shop.example/delete
             */
            deletion_url: string | null;
            /**
             * @description The page that the mail for a new password links to; null for the default page.
             * @example https://shop.example/new-password
             */
            password_url: string | null;
            /**
             * @description The address that gets a mail when a webhook of the client is disabled; null for none.
             * @example operations@shop.example
             */
            contact_email: string | null;
            /**
             * @description Requests a second of the client and its users; null for the limit for all clients.
             * @example 50000
             */
            rate_limit: number | null;
            /** @description The number of valid secrets: one, two during a rotation, none for a public client. */
            secrets: number;
            /**
             * Format: date-time
             * @description When the client was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /** @description The secret; no other answer shows it. A public client has none */
            secret?: string;
        };
        Client: {
            /**
             * @description The id of the client, for tokens and for `X-Service-Client-ID`.
             * @example cl_7Qm2v9XcT4bLw8Kz
             */
            id: string;
            /**
             * @description The key by which `by-name` finds it; null for none.
             * @example free-coffee
             */
            key: string | null;
            /**
             * Format: date-time
             * @description When the client got a token last, for itself or for a user, to within five minutes. A token lasts for 15 minutes. Null if it never got one
             * @example 2026-11-21T09:30:00.000Z
             */
            last_used_at?: string | null;
            /**
             * @description A name for people.
             * @example Web shop
             */
            name: string;
            /** @description What the client may do, and what it may ask its users for. */
            scopes: ("events:define" | "events:write" | "events:read" | "users:read" | "users:write" | "users:delete" | "registration" | "segments" | "webhooks" | "cards:issue" | "cards:manage" | "rewards:manage" | "campaigns:manage" | "optins:manage" | "ledger:correct" | "dead-letters:manage" | "clients:manage" | "probe:report" | "audit:read" | "admin:read" | "admin" | "profile" | "cards" | "optins" | "rewards" | "account" | "openid" | "offline_access")[];
            /** @description Whether it skips the consent, and may use the password grant and token exchange. */
            first_party: boolean;
            /** @description Whether the client is an app or a single-page app without a secret. */
            public: boolean;
            /**
             * @description Origins whose pages may call this API from a browser, as browsers send them.
             * @example [
             *       "https://app.shop.example"
             *     ]
             */
            origins: string[];
            /**
             * @description Addresses that a browser may be sent to after sign-in or sign-out.
             * @example [
             *       "https://shop.example/callback"
             *     ]
             */
            redirect_uris: string[];
            /**
             * @description The page that the activation mail links to; null for the default page.
             * @example https://shop.example/activate
             */
            activation_url: string | null;
            /**
             * @description The page that the deletion mail links to; null for the default page.
             * @example https://shop.example/delete
             */
            deletion_url: string | null;
            /**
             * @description The page that the mail for a new password links to; null for the default page.
             * @example https://shop.example/new-password
             */
            password_url: string | null;
            /**
             * @description The address that gets a mail when a webhook of the client is disabled; null for none.
             * @example operations@shop.example
             */
            contact_email: string | null;
            /**
             * @description Requests a second of the client and its users; null for the limit for all clients.
             * @example 50000
             */
            rate_limit: number | null;
            /** @description The number of valid secrets: one, two during a rotation, none for a public client. */
            secrets: number;
            /**
             * Format: date-time
             * @description When the client was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
        };
        ClientChange: {
            /**
             * @description A name for people. The consent page shows it.
             * @example Web shop
             */
            name?: string;
            /**
             * @description What the client may do, and what it may ask its users for.
             * @example [
             *       "users:read",
             *       "registration"
             *     ]
             */
            scopes?: ("events:define" | "events:write" | "events:read" | "users:read" | "users:write" | "users:delete" | "registration" | "segments" | "webhooks" | "cards:issue" | "cards:manage" | "rewards:manage" | "campaigns:manage" | "optins:manage" | "ledger:correct" | "dead-letters:manage" | "clients:manage" | "probe:report" | "audit:read" | "admin:read" | "admin" | "profile" | "cards" | "optins" | "rewards" | "account" | "openid" | "offline_access")[];
            /** @description Skips the consent of its users. Unless the client is public, it may also use the password grant and token exchange */
            first_party?: boolean;
            /**
             * @description The origins of a public client's pages. Their scripts may call the routes for users (CORS)
             * @example [
             *       "https://app.shop.example"
             *     ]
             */
            origins?: string[];
            /**
             * @description Addresses that a browser may be sent to after sign-in or sign-out
             * @example [
             *       "https://shop.example/callback"
             *     ]
             */
            redirect_uris?: string[];
            /**
             * @description The page that the activation mail links to instead of the default page; the fragment holds the nonce
             * @example https://shop.example/activate
             */
            activation_url?: string | null;
            /**
             * @description The page that the deletion mail links to instead of the default page
             * @example https://shop.example/delete
             */
            deletion_url?: string | null;
            /**
             * @description The page that the mail for a new password links to instead of the default page; the fragment holds the nonce
             * @example https://shop.example/new-password
             */
            password_url?: string | null;
            /**
             * @description The address that gets a mail when a webhook of the client is disabled
             * @example operations@shop.example
             */
            contact_email?: string | null;
            /**
             * @description Requests a second of the client and its users. Absent or null: the limit for all clients, `RATE_LIMIT`
             * @example 50000
             */
            rate_limit?: number | null;
        };
        NewSecret: {
            /** @description The secret; no other answer shows it */
            secret: string;
        };
        Operator: {
            /**
             * @description The id of the operator. The audit log names it.
             * @example op_7Qm2v9XcT4bLw8Kz
             */
            id: string;
            /**
             * @description The name of the person.
             * @example Olga Owner
             */
            name: string;
            /**
             * Format: email
             * @description The address with which the person signs in.
             * @example olga@shop.example
             */
            email: string;
            /**
             * @description What the person may do.
             * @enum {string}
             */
            role: "owner" | "marketer" | "support" | "developer" | "auditor";
            /**
             * @description The scopes of the role.
             * @example [
             *       "audit:read",
             *       "users:read",
             *       "events:read",
             *       "admin:read"
             *     ]
             */
            scopes: ("events:define" | "events:write" | "events:read" | "users:read" | "users:write" | "users:delete" | "registration" | "segments" | "webhooks" | "cards:issue" | "cards:manage" | "rewards:manage" | "campaigns:manage" | "optins:manage" | "ledger:correct" | "dead-letters:manage" | "clients:manage" | "probe:report" | "audit:read" | "admin:read" | "admin")[];
            /**
             * @description `invited` until the first sign-in; a `blocked` operator cannot sign in.
             * @enum {string}
             */
            state: "invited" | "active" | "blocked";
            /**
             * Format: date-time
             * @description When the person signed in last; null before the first time.
             * @example 2026-11-21T09:30:00.000Z
             */
            signed_in_at: string | null;
            /**
             * Format: date-time
             * @description When the operator was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
        };
        NewOperator: {
            /**
             * @description The name of the person. The audit log shows it.
             * @example Olga Owner
             */
            name: string;
            /**
             * Format: email
             * @description The address with which the person signs in. No two operators have the same.
             * @example olga@shop.example
             */
            email: string;
            /**
             * @description What the person may do: each role is a set of scopes.
             * @example marketer
             * @enum {string}
             */
            role: "owner" | "marketer" | "support" | "developer" | "auditor";
        };
        InvitedOperator: {
            /**
             * @description The id of the operator. The audit log names it.
             * @example op_7Qm2v9XcT4bLw8Kz
             */
            id: string;
            /**
             * @description The name of the person.
             * @example Olga Owner
             */
            name: string;
            /**
             * Format: email
             * @description The address with which the person signs in.
             * @example olga@shop.example
             */
            email: string;
            /**
             * @description What the person may do.
             * @enum {string}
             */
            role: "owner" | "marketer" | "support" | "developer" | "auditor";
            /**
             * @description The scopes of the role.
             * @example [
             *       "audit:read",
             *       "users:read",
             *       "events:read",
             *       "admin:read"
             *     ]
             */
            scopes: ("events:define" | "events:write" | "events:read" | "users:read" | "users:write" | "users:delete" | "registration" | "segments" | "webhooks" | "cards:issue" | "cards:manage" | "rewards:manage" | "campaigns:manage" | "optins:manage" | "ledger:correct" | "dead-letters:manage" | "clients:manage" | "probe:report" | "audit:read" | "admin:read" | "admin")[];
            /**
             * @description `invited` until the first sign-in; a `blocked` operator cannot sign in.
             * @enum {string}
             */
            state: "invited" | "active" | "blocked";
            /**
             * Format: date-time
             * @description When the person signed in last; null before the first time.
             * @example 2026-11-21T09:30:00.000Z
             */
            signed_in_at: string | null;
            /**
             * Format: date-time
             * @description When the operator was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * @description The address at which the person chooses a password. It works once, until `invitation_expires_at`, and no other answer shows it.
             * @example https://api.shop.example/console/invitation#token=9Zt
             */
            invitation_url: string;
            /**
             * Format: date-time
             * @description When the invitation ends.
             * @example 2026-11-24T09:30:00.000Z
             */
            invitation_expires_at: string;
        };
        OperatorChange: {
            /**
             * @description The name of the person
             * @example Olga Owner
             */
            name?: string;
            /**
             * @description What the person may do
             * @example support
             * @enum {string}
             */
            role?: "owner" | "marketer" | "support" | "developer" | "auditor";
            /**
             * @description A blocked operator is signed out everywhere and cannot sign in
             * @example blocked
             * @enum {string}
             */
            state?: "active" | "blocked";
        };
        ProviderSettings: {
            /**
             * @description The issuer of the provider's tokens, exactly as its discovery document says.
             * @example https://login.example
             */
            issuer: string;
            /**
             * @description The ids that the provider knows us by. An `id_token` must name one of them as its audience.
             * @example [
             *       "shop-app"
             *     ]
             */
            client_ids: string[];
            /**
             * @description The address of the provider's keys; by default the one in its discovery document.
             * @example https://login.example/jwks.json
             */
            jwks_uri?: string;
            /**
             * @description Our own client id at the provider. With it the sign-in page offers the provider. Register the redirect address {PUBLIC_URL}/oauth2/callback there
             * @example ces-sign-in
             */
            client_id?: string | null;
            /**
             * @description The secret of `client_id`. No answer shows it. Left out, it stays as it is while `issuer` and `client_id` are the same, and is removed else; null removes it
             * @example a-secret-of-the-provider
             */
            client_secret?: string | null;
            /**
             * @description The scopes that the sign-in page asks for at the provider: `openid` by default, which is always among them
             * @example [
             *       "openid",
             *       "email"
             *     ]
             */
            scopes?: string[];
            /**
             * @description Whether operators sign in at the provider, and no customers; false by default. The page of the console then offers it. It needs `client_id`. At the first sign-in `email`, with a true `email_verified`, says who the operator is; later the subject does
             * @example false
             */
            operators?: boolean;
        };
        Provider: {
            /**
             * @description The name of the provider.
             * @example demo
             */
            name: string;
            /**
             * @description The issuer of the provider's tokens.
             * @example https://login.example
             */
            issuer: string;
            /**
             * @description The ids that the provider knows us by.
             * @example [
             *       "shop-app"
             *     ]
             */
            client_ids: string[];
            /**
             * @description The address of the provider's keys; null for the one in its discovery document.
             * @example https://login.example/jwks.json
             */
            jwks_uri: string | null;
            /**
             * @description Our client id at the provider; null when the sign-in page does not offer the provider
             * @example ces-sign-in
             */
            client_id: string | null;
            /**
             * @description The scopes that the sign-in page asks for at the provider
             * @example [
             *       "openid"
             *     ]
             */
            scopes: string[];
            /**
             * @description Whether operators sign in at the provider, and no customers
             * @example false
             */
            operators: boolean;
            /**
             * Format: date-time
             * @description When the provider was configured first.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
        };
        RotatedKey: {
            /** @description The key that signs from now on */
            kid: string;
        };
        MailText: {
            /**
             * @description The subject line.
             * @example Please confirm your e-mail address
             */
            subject: string;
            /**
             * @description The heading of the mail.
             * @example Welcome!
             */
            greeting: string;
            /**
             * @description The paragraphs above the link.
             * @example [
             *       "Your registration is almost complete."
             *     ]
             */
            lines: string[];
            /**
             * @description The text of the button. Mails without a page to lead to have none
             * @example Activate my account
             */
            button?: string | null;
            /**
             * @description The small print below the link.
             * @example [
             *       "The link works once, for 24 hours."
             *     ]
             */
            ending: string[];
            /**
             * @description What the mail is about.
             * @enum {string}
             */
            kind: "activation" | "deletion" | "closed" | "password-reset" | "password-changed" | "webhook-disabled";
            /**
             * @description Its language.
             * @enum {string}
             */
            language: "en_GB" | "nl_NL" | "de_DE";
            /** @description Whether somebody has changed it here. DELETE brings the text of the installation back. */
            changed: boolean;
            /**
             * Format: date-time
             * @description When it was changed last; null for the text of the installation.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated: string | null;
        };
        MailWords: {
            /**
             * @description The subject line.
             * @example Please confirm your e-mail address
             */
            subject: string;
            /**
             * @description The heading of the mail.
             * @example Welcome!
             */
            greeting: string;
            /**
             * @description The paragraphs above the link.
             * @example [
             *       "Your registration is almost complete."
             *     ]
             */
            lines: string[];
            /**
             * @description The text of the button. Mails without a page to lead to have none
             * @example Activate my account
             */
            button?: string | null;
            /**
             * @description The small print below the link.
             * @example [
             *       "The link works once, for 24 hours."
             *     ]
             */
            ending: string[];
        };
        UnsavedMailWords: {
            /**
             * @description The subject line.
             * @example Please confirm your e-mail address
             */
            subject?: string;
            /**
             * @description The heading of the mail.
             * @example Welcome!
             */
            greeting?: string;
            /**
             * @description The paragraphs above the link.
             * @example [
             *       "Your registration is almost complete."
             *     ]
             */
            lines?: string[];
            /**
             * @description The text of the button. Mails without a page to lead to have none
             * @example Activate my account
             */
            button?: string | null;
            /**
             * @description The small print below the link.
             * @example [
             *       "The link works once, for 24 hours."
             *     ]
             */
            ending?: string[];
        };
        MailPreview: {
            /**
             * @description The subject line.
             * @example Please confirm your e-mail address
             */
            subject: string;
            /**
             * @description The mail for programs that show no HTML.
             * @example Welcome!
             */
            text: string;
            /**
             * @description The mail as HTML, with a made-up link.
             * @example <!doctype html>…
             */
            html: string;
        };
        ImportedCard: {
            /**
             * @description The number of the card, 1 to 80 printable ASCII characters
             * @example 2000000000017
             */
            identifier: string;
            /**
             * @description The card definition, by name or id; `default` without it
             * @example default
             */
            definition?: string;
            /**
             * @description The tier, by name or id; the first one without it
             * @example Gold
             */
            tier?: string;
            /**
             * Format: date-time
             * @description When a card that is issued here expires; never without it
             * @example 2028-01-01T00:00:00Z
             */
            expiration?: string;
        };
        ImportedOptin: {
            /**
             * @description The opt-in that was answered
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            optin_id: string;
            /**
             * @description The answer
             * @example true
             */
            opted_in: boolean;
            /**
             * Format: date-time
             * @description When the member answered
             * @example 2021-05-03T10:00:00Z
             */
            at: string;
            /**
             * @description Where the member answered, in your words; shown after `import: `
             * @example newsletter form
             */
            source: string;
        };
        ImportedBalance: {
            /**
             * @description The stack
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            stack_id: string;
            /**
             * @description The block of the stack; its first one without it
             * @example 01981c5e-81b2-7d01-8c44-5a0c1d2e3f40
             */
            block_id?: string;
            /**
             * @description The balance that the member brings
             * @example 1250
             */
            value: number;
        };
        Member: {
            /**
             * @description The name to sign in with, an e-mail address
             * @example anna@example.com
             */
            username?: string;
            /**
             * @description The hash of the password, as argon2, bcrypt, scrypt or PBKDF2. Without it the member sets a password by mail
             * @example $2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW
             */
            password_hash?: string;
            /**
             * @description All fields of the person; they replace those that are known
             * @example {
             *       "firstName": "Anna",
             *       "lastName": "Berg"
             *     }
             */
            person?: components["schemas"]["PersonChange"];
            /** @description Accounts at identity providers */
            connections?: components["schemas"]["ConnectionRef"][];
            /** @description Cards, which are issued when their numbers are new */
            cards?: components["schemas"]["ImportedCard"][];
            /** @description Answers to opt-ins */
            optins?: components["schemas"]["ImportedOptin"][];
            /** @description Balances that the member brings */
            balances?: components["schemas"]["ImportedBalance"][];
        };
        BegunImport: {
            /**
             * @description Names the import in the other calls
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
        };
        MemberImport: {
            /**
             * @description Names the import in the other calls
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description An import waits while an earlier one runs
             * @example running
             * @enum {string}
             */
            state: "waiting" | "running" | "finished";
            /**
             * @description Whether it only tries the file and changes nothing
             * @example false
             */
            dry_run: boolean;
            /**
             * @description The part of the lines that is done
             * @example 0.4
             */
            progress: number;
            /**
             * @description Lines that made a new user
             * @example 390120
             */
            created: number;
            /**
             * @description Lines that changed a user that was there
             * @example 1200
             */
            updated: number;
            /**
             * @description Lines that changed nothing
             * @example 8600
             */
            unchanged: number;
            /**
             * @description Lines that were not imported, or only in part; `faults` tells why
             * @example 80
             */
            refused: number;
            /**
             * Format: date-time
             * @description When its file came in
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its last line was done
             * @example 2026-11-21T09:41:00.000Z
             */
            finished_at: string | null;
        };
        MemberImportFault: {
            /**
             * @description The line of the file, from 1
             * @example 17
             */
            line: number;
            /**
             * @description A JSON pointer into the member
             * @example #/username
             */
            pointer: string;
            /**
             * @description The rule that is broken
             * @example is-email
             */
            code: string;
            /**
             * @description What is wrong, and what to do
             * @example must be an e-mail address
             */
            detail: string;
        };
        AuditEntry: {
            /**
             * @description The id of the entry.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string;
            /**
             * @description The client or the operator; `user` for users themselves, `system` for chores, `unknown` for a command that came over NATS and not through the API
             * @example cl_7Qm2v9XcT4bLw8Kz
             */
            who: string;
            /**
             * @description The name and address that an operator had at that time; absent for others
             * @example Olga Owner <olga@shop.example>
             */
            who_name?: string;
            /**
             * @description The client in whose name an operator acted; absent for none
             * @example cl_7Qm2v9XcT4bLw8Kz
             */
            client_id?: string;
            /**
             * @description The call, or the name of the action
             * @example POST /api/1/admin/clients
             */
            what: string;
            /** @description The user that the action concerned */
            user_id: string | null;
            /**
             * @description The status of the answer, for a read that of the service that answered it; null while unknown
             * @example 201
             */
            status: number | null;
            /** @description The request id; for refused calls that of the first */
            request_id: string | null;
            /**
             * @description The number of calls: refused calls of a client share one entry per minute, which names the first of them
             * @example 1
             */
            count: number;
        };
        UserCards: {
            /** @description The cards, the featured one first */
            cards: components["schemas"]["Card"][];
        };
        CardToAdd: {
            /** @description Needed with a client token */
            auth_nonce?: string;
            /**
             * @description The card number
             * @example 6012345678
             */
            identifier: string;
        };
        RemovedCard: {
            /**
             * @description Always true: the card is not on the account any more.
             * @enum {boolean}
             */
            deleted: true;
        };
        NewRepresentation: {
            /**
             * @description The kind of barcode.
             * @enum {string}
             */
            name?: "qr-code" | "pdf417" | "aztec" | "code128" | "none";
            /**
             * @description The name of a layout of your app.
             * @example default
             */
            card_layout?: string;
            /** @description Values for the layout of your app. The service only keeps them. */
            data?: unknown[];
        };
        NewCardPresentation: {
            /** @description Whether the card shows the avatar. */
            show_avatar?: boolean;
            /** @description The avatar. */
            avatar?: components["schemas"]["Avatar"];
            /** @description Whether the card shows data of the person. */
            show_data?: boolean;
            /**
             * @description Which fields of the person the card shows.
             * @example [
             *       "firstName",
             *       "lastName"
             *     ]
             */
            data_fields?: string[];
            /** @description Whether the card shows a balance. */
            show_currency?: boolean;
            /** @description Which balance the card shows, and how. */
            currency?: components["schemas"]["Currency"];
            /** @description Whether the card shows buttons. */
            show_buttons?: boolean;
            /** @description Buttons of your app. The service only keeps them. */
            buttons?: unknown[];
        };
        NewTier: {
            /** @description The image of the tier. */
            image?: components["schemas"]["Image"];
            /** @description The background of the card. */
            background?: components["schemas"]["Image"];
            /** @description A number that the operator sets; the service does not count cards */
            card_count?: number | null;
            /** @description The colours of texts on the card. */
            color_modes?: components["schemas"]["ColorModes"];
            /** @description The id of an existing tier, to change it; its name identifies it too */
            card_tier_id?: string;
            /**
             * @description A name for people, once in a definition.
             * @example Gold
             */
            name: string;
        };
        NewCardDefinition: {
            /**
             * @description A name that identifies the definition.
             * @example loyalty
             */
            name: string;
            /** @description How the card number is drawn. */
            representation?: components["schemas"]["NewRepresentation"];
            /** @description What an app shows on the card. */
            card_presentation?: components["schemas"]["NewCardPresentation"];
            /** @description The tiers in order; new cards get the first one */
            tiers?: components["schemas"]["NewTier"][];
            /** @description How many accounts may have a card at once; 1 by default */
            users_per_card?: number;
            /** @description Whether users may remove such cards from their account; true by default */
            users_may_remove?: boolean;
            /** @description The length of the groups that `display_number` splits the number into; null for no `display_number` */
            display_groups_of?: number | null;
        };
        CardDefinition: {
            /**
             * @description The id of the card definition.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The key by which `by-name` finds it; null for none.
             * @example free-coffee
             */
            key: string | null;
            /**
             * @description The name of the card definition.
             * @example loyalty
             */
            name: string;
            /** @description How the card number is drawn. */
            representation: components["schemas"]["Representation"];
            /** @description What an app shows on the card. */
            card_presentation: components["schemas"]["CardPresentation"];
            /** @description The tiers in order; new cards get the first one. */
            tiers: components["schemas"]["CardTier"][];
            /**
             * @description How many accounts may have a card at once.
             * @example 1
             */
            users_per_card: number;
            /** @description Whether users may remove such cards from their account. */
            users_may_remove: boolean;
            /** @description The length of the groups that `display_number` splits the number into; null for no `display_number`. */
            display_groups_of: number | null;
            /**
             * Format: date-time
             * @description When the definition was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * Format: date-time
             * @description When the definition was changed last.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated: string;
        };
        CardsToIssue: {
            /**
             * @description Name or id of the card definition
             * @default default
             */
            definition?: string;
            /** @description Name or id of a tier; the first one by default */
            tier?: string;
            /**
             * Format: date-time
             * @description The moment when the cards expire; null for never.
             * @example 2030-01-01T00:00:00+00:00
             */
            expiration?: string | null;
            /**
             * @description The numbers of the new cards, 1 to 80 printable ASCII characters each.
             * @example [
             *       "6012345678"
             *     ]
             */
            identifiers: string[];
        };
        IssuedCard: {
            /**
             * @description The id of the card.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The number of the card.
             * @example 6012345678
             */
            identifier: string;
            /**
             * @description The name of the card definition.
             * @example default
             */
            definition: string;
            /**
             * @description The name of the tier.
             * @example Standard
             */
            tier: string;
            /**
             * @description The state of the card.
             * @enum {string}
             */
            state: "active" | "inactive" | "blocked" | "expired" | "replaced";
            /**
             * Format: date-time
             * @description The moment when the card expires; null for never.
             * @example 2030-01-01T00:00:00.000+00:00
             */
            expiration: string | null;
        };
        IssuedCards: {
            /**
             * @description How many cards were issued.
             * @example 1
             */
            issued: number;
            /** @description All cards of a list; the first hundred cards of an upload */
            cards: components["schemas"]["IssuedCard"][];
        };
        CardChange: {
            /**
             * @description The new state. Only `active` cards can be used.
             * @enum {string}
             */
            state?: "active" | "inactive" | "blocked" | "expired" | "replaced";
            /**
             * Format: date-time
             * @description The moment when the card expires; null for never.
             * @example 2030-01-01T00:00:00+00:00
             */
            expiration?: string | null;
            /** @description Name or id of a tier of the card’s definition */
            tier?: string;
        };
        CardTransfer: {
            /**
             * @description The number that replaces the current one
             * @example 6087654321
             */
            identifier: string;
        };
        CardToLink: {
            /**
             * @description The card number
             * @example 6012345678
             */
            identifier: string;
        };
        OptinAnswer: {
            /**
             * @description The id of the opt-in.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            optin_id: string;
            /**
             * @description The answer: true for consent.
             * @example true
             */
            optin: boolean;
        };
        OptinAnswers: {
            /** @description Needed with a client token */
            auth_nonce?: string;
            /** @description The answers; each opt-in once. */
            optins: components["schemas"]["OptinAnswer"][];
        };
        NewOptin: {
            /**
             * @description The name in each language; `en_GB` is required.
             * @example {
             *       "en_GB": "Newsletter"
             *     }
             */
            name: {
                [key: string]: string;
            };
            /**
             * @description The text of the question in each language; `en_GB` is required.
             * @example {
             *       "en_GB": "We may send you our newsletter."
             *     }
             */
            description: {
                [key: string]: string;
            };
            /** @description What the consent is for. */
            purpose: components["schemas"]["OptinPurpose"];
            /**
             * @description Whether registration asks for it; it always asks for a required one
             * @default true
             */
            at_registration?: boolean;
        };
        OptinDefinition: {
            /**
             * @description The name in each language; `en_GB` is required.
             * @example {
             *       "en_GB": "Newsletter"
             *     }
             */
            name: {
                [key: string]: string;
            };
            /**
             * @description The text of the question in each language; `en_GB` is required.
             * @example {
             *       "en_GB": "We may send you our newsletter."
             *     }
             */
            description: {
                [key: string]: string;
            };
            /** @description What the consent is for. */
            purpose: components["schemas"]["OptinPurpose"];
            /**
             * @description Whether registration asks for it; it always asks for a required one
             * @default true
             */
            at_registration?: boolean;
            /**
             * @description The id of the opt-in.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The key by which `by-name` finds it; null for none.
             * @example free-coffee
             */
            key: string | null;
            /**
             * @description Grows when a text changes; each consent names the version of its text
             * @example 1
             */
            text_version: number;
            /**
             * Format: date-time
             * @description When the opt-in was defined.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * Format: date-time
             * @description When the opt-in was changed last.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated: string;
            /**
             * Format: date-time
             * @description When the opt-in was retired; null while users are asked.
             */
            retired_at: string | null;
        };
        RetiredOptin: {
            /**
             * @description Always true: nobody is asked any more.
             * @enum {boolean}
             */
            deleted: true;
        };
        ExternalSegment: {
            /**
             * @description The id of the segment.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The title given at import
             * @example Newsletter readers
             */
            name: string;
            /**
             * @description The provider of the identifiers in the file
             * @example demo
             */
            identifier: string;
            /**
             * @description The number of distinct identifiers in the processed file
             * @example 1200
             */
            externalUserCount: number;
            /**
             * @description The number of users with these identifiers; it changes with their connections
             * @example 800
             */
            internalUserCount: number;
            /**
             * @description The id of the newest upload
             * @example 01981c5e-81b2-7d01-8c44-5a0c1d2e3f40
             */
            documentID: string;
            /**
             * @description The name of the newest file.
             * @example readers.csv
             */
            fileName: string;
            /**
             * Format: date-time
             * @description When the segment changed last.
             * @example 2026-11-21T09:30:00.000+00:00
             */
            updated: string;
            /**
             * @description `pending`: the file waits. `processing`: the file is compared with the users. `processed`: the counts and the members are those of the newest file.
             * @enum {string}
             */
            state: "pending" | "processing" | "processed";
            /**
             * @description The progress while the file is processed
             * @example 0.4
             */
            progress?: number;
        };
        SegmentMember: {
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
        };
        DeletedSegment: {
            /**
             * @description Always true: the segment is gone.
             * @enum {boolean}
             */
            deleted: true;
        };
        DeadLetter: {
            /**
             * @description The id of the dead letter.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The service that could not handle the fact
             * @example campaigns
             */
            service: string;
            /**
             * @description The name of the fact.
             * @example events.accepted.3
             */
            subject: string;
            /**
             * @description What the last attempt ran into.
             * @example timeout
             */
            error: string;
            /**
             * @description How often the service tried.
             * @example 8
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When the service gave up.
             * @example 2026-11-21T09:30:00.000Z
             */
            received_at: string;
        };
        DeadLetterWithPayload: {
            /**
             * @description The id of the dead letter.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The service that could not handle the fact
             * @example campaigns
             */
            service: string;
            /**
             * @description The name of the fact.
             * @example events.accepted.3
             */
            subject: string;
            /**
             * @description What the last attempt ran into.
             * @example timeout
             */
            error: string;
            /**
             * @description How often the service tried.
             * @example 8
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When the service gave up.
             * @example 2026-11-21T09:30:00.000Z
             */
            received_at: string;
            /** @description The content of the fact. */
            payload: {
                [key: string]: unknown;
            };
        };
        Replayed: {
            /**
             * @description Always true: the service handles the fact again.
             * @enum {boolean}
             */
            replayed: true;
        };
        Wrong: {
            /**
             * @description The service that has the trouble.
             * @example campaigns
             */
            service: string;
            /**
             * @description What is wrong now, in English words.
             * @example campaigns does not answer.
             */
            what: string;
        };
        ConsumerLag: {
            /**
             * @description The consumer, which begins with its service.
             * @example campaigns-event-log-accepted-3
             */
            consumer: string;
            /**
             * @description Age in seconds of the oldest fact that it has not handled yet.
             * @example 4
             */
            seconds: number;
        };
        ServiceHealth: {
            /**
             * @description The service.
             * @example campaigns
             */
            service: string;
            /**
             * @description Whether the service has answered within two seconds.
             * @example true
             */
            answers: boolean;
            /**
             * @description Its version; null if it is not known.
             * @example 0.2.0
             */
            version: string | null;
            /**
             * @description Whether the service can answer calls.
             * @example true
             */
            ready: boolean;
            /**
             * @description What it needs to be ready, and whether it has it.
             * @example {
             *       "accepting": true,
             *       "nats": true,
             *       "database": true,
             *       "messaging": true
             *     }
             */
            checks: {
                [key: string]: boolean;
            };
            /** @description Where facts of other services wait for this one: the consumers that lag behind. Null if no service could tell. */
            lags: components["schemas"]["ConsumerLag"][] | null;
            /**
             * @description Age in seconds of the oldest fact that waits to be published; null if it is not known.
             * @example 0
             */
            outbox_seconds: number | null;
            /**
             * @description How many facts wait to be published, 10,000 at the most; null if it is not known.
             * @example 0
             */
            outbox_waiting: number | null;
            /**
             * @description Facts that the service could not handle, 10,000 at the most; null if it is not known.
             * @example 0
             */
            dead_letters: number | null;
        };
        PlatformHealth: {
            /**
             * Format: date-time
             * @description When the services were asked.
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string;
            /**
             * @description Whether nothing is wrong.
             * @example true
             */
            well: boolean;
            /** @description What is wrong now, the worst first. */
            wrong: components["schemas"]["Wrong"][];
            /** @description Each service, as one of its replicas describes it. */
            services: components["schemas"]["ServiceHealth"][];
        };
        ReplayDeadLetters: {
            /**
             * @description Only facts that this service could not handle
             * @enum {string}
             */
            service?: "identity" | "events" | "campaigns" | "cards" | "segments" | "webhooks";
            /**
             * @description Only facts of exactly this name
             * @example events.accepted.3
             */
            subject?: string;
            /**
             * Format: date-time
             * @description Only letters of this moment or later
             * @example 2026-11-21T09:30:00Z
             */
            since?: string;
        };
        Job: {
            /**
             * @description The id of the job.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description What the job does.
             * @enum {string}
             */
            kind: "replay-dead-letters";
            /** @description What it was asked for. */
            request: components["schemas"]["ReplayDeadLetters"];
            /**
             * @description `waiting` for its turn, `running`, or ended: `finished`, `cancelled`, or `failed`, which means set aside after many tries.
             * @enum {string}
             */
            state: "waiting" | "running" | "finished" | "cancelled" | "failed";
            /**
             * @description How much of the work is done.
             * @example 0.4
             */
            progress: number;
            /**
             * @description How many letters were replayed.
             * @example 40
             */
            done: number;
            /**
             * @description How many failed again. They are still dead letters.
             * @example 2
             */
            failed: number;
            /**
             * @description What keeps the job from going on, such as a service that does not answer, or why it was set aside; null if nothing does.
             * @example null
             */
            obstacle: string | null;
            /**
             * Format: date-time
             * @description When the job was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * Format: date-time
             * @description When the job ended.
             */
            finished_at: string | null;
        };
        NewReconciliation: {
            /**
             * @description Whether to repeat facts that a service has not handled, and then to compare their hours once more
             * @default false
             */
            repair?: boolean;
        };
        ReconciliationDifference: {
            /**
             * @description `unhandled`: the reader has not handled the fact, and a repair repeats it. `unpublished`: the publisher does not have it. `ungranted`: a grant does not agree with slips and ledger.
             * @enum {string}
             */
            kind: "unhandled" | "unpublished" | "ungranted";
            /**
             * @description The kind of fact.
             * @example event-log.accepted
             */
            fact: string;
            /**
             * @description The service that publishes it.
             * @example events
             */
            publisher: string;
            /**
             * @description The service that reads it.
             * @example campaigns
             */
            reader: string;
            /**
             * Format: date-time
             * @description The hour that was compared.
             * @example 2026-11-21T09:00:00.000Z
             */
            hour: string;
            /**
             * @description How many facts are missing.
             * @example 3
             */
            count: number;
            /** @description The ids of the first 20 of them. */
            ids: string[];
        };
        Reconciliation: {
            /**
             * @description The id of the reconciliation.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /** @description Whether it repairs what it can. */
            repair: boolean;
            /**
             * @description `waiting` for its turn, `running`, or ended: `finished`, or `failed`, which means set aside after many tries.
             * @enum {string}
             */
            state: "waiting" | "running" | "finished" | "failed";
            /**
             * @description What keeps it from going on, or why it failed; null if nothing does.
             * @example null
             */
            obstacle?: string | null;
            /**
             * @description How much of the work is done.
             * @example 0.4
             */
            progress: number;
            /**
             * @description How many hours are compared so far.
             * @example 22
             */
            hours: number;
            /**
             * @description How many facts were published again and handled.
             * @example 0
             */
            mended: number;
            /**
             * @description How many facts are missing at its end.
             * @example 0
             */
            missing: number;
            /**
             * @description In how many cases facts were still on their way at its end, so that nothing can be said of them.
             * @example 0
             */
            under_way: number;
            /**
             * @description Services that did not answer, or have no records of some hours.
             * @example []
             */
            not_compared: string[];
            /** @description The first 100 differences. */
            differences: components["schemas"]["ReconciliationDifference"][];
            /**
             * Format: date-time
             * @description When it was asked for.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * Format: date-time
             * @description When it ended.
             */
            finished_at: string | null;
        };
        ProbeStepTaken: {
            /**
             * @description The name of the step.
             * @enum {string}
             */
            step: "token" | "user" | "event" | "reward" | "webhook";
            /**
             * @description How many milliseconds the step took.
             * @example 12
             */
            ms: number;
        };
        ProbeResult: {
            /**
             * @description The step that failed; null after a success.
             * @enum {string|null}
             */
            failed: "token" | "user" | "event" | "reward" | "webhook" | null;
            /** @description The steps that were taken, in their order. */
            steps: components["schemas"]["ProbeStepTaken"][];
        };
        NewWebhook: {
            /**
             * @description The names of the events to deliver.
             * @example [
             *       "coupon-slip-claimed-event"
             *     ]
             */
            events: ("coupon-slip-claimed-event" | "transaction-created" | "survey-answer-submitted" | "user-registered" | "user-activated" | "user-deleted" | "connection-created" | "optin-changed" | "card-added" | "segment-processed" | "coupon-stock-low" | "webhook-disabled")[];
            /**
             * @description http or https, no credentials, no fragment
             * @example https://shop.example/hooks
             */
            url: string;
            /** @description Headers of each delivery; null for none */
            headers?: {
                [key: string]: string;
            } | null;
        };
        Webhook: {
            /**
             * Format: uuid
             * @description The id of the webhook.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /** @description The names of the events that are delivered. */
            events: ("coupon-slip-claimed-event" | "transaction-created" | "survey-answer-submitted" | "user-registered" | "user-activated" | "user-deleted" | "connection-created" | "optin-changed" | "card-added" | "segment-processed" | "coupon-stock-low" | "webhook-disabled")[];
            /**
             * @description The address of the receiver.
             * @example https://shop.example/hooks
             */
            url: string;
            /**
             * @description Your own headers of each delivery.
             * @example {}
             */
            headers: {
                [key: string]: string;
            };
        };
        WebhookDisabling: {
            /**
             * @description Why the webhook is disabled: by request, because the receiver is gone, or because it kept failing.
             * @enum {string}
             */
            reason: "requested" | "gone" | "failing";
            /**
             * Format: date-time
             * @description When the webhook was disabled.
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string;
        };
        WebhookQueue: {
            /** @description The number of events that wait for delivery; counted up to 10000 */
            waiting: number;
            /** @description How often the first batch of the queue has failed; with lanes, of the lane that failed most */
            failures: number;
            /**
             * Format: date-time
             * @description The time of the next attempt; with lanes, of the lane that comes first
             */
            next_attempt_at: string | null;
            /** @description The number of events that the receiver refused one by one and that were set aside; counted up to 10000 */
            set_aside: number;
        };
        WebhookDetails: {
            /**
             * Format: uuid
             * @description The id of the webhook.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /** @description The names of the events that are delivered. */
            events: ("coupon-slip-claimed-event" | "transaction-created" | "survey-answer-submitted" | "user-registered" | "user-activated" | "user-deleted" | "connection-created" | "optin-changed" | "card-added" | "segment-processed" | "coupon-stock-low" | "webhook-disabled")[];
            /**
             * @description The address of the receiver.
             * @example https://shop.example/hooks
             */
            url: string;
            /**
             * @description Your own headers of each delivery.
             * @example {}
             */
            headers: {
                [key: string]: string;
            };
            /**
             * @description The key by which `by-name` finds it; null for none.
             * @example free-coffee
             */
            key: string | null;
            /**
             * @description Whether events are delivered. A disabled webhook keeps its events.
             * @enum {string}
             */
            state: "enabled" | "disabled";
            /** @description Why and when; null while the webhook is enabled. */
            disabled: components["schemas"]["WebhookDisabling"] | null;
            /**
             * @description The number of requests that may be under way at once. With more than one, order is kept per user.
             * @example 1
             */
            lanes: number;
            /** @description What waits for delivery. */
            queue: components["schemas"]["WebhookQueue"];
            /**
             * Format: date-time
             * @description When the webhook was registered.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
        };
        WebhookChange: {
            /**
             * @description The names of the events to deliver from now on.
             * @example [
             *       "coupon-slip-claimed-event"
             *     ]
             */
            events?: ("coupon-slip-claimed-event" | "transaction-created" | "survey-answer-submitted" | "user-registered" | "user-activated" | "user-deleted" | "connection-created" | "optin-changed" | "card-added" | "segment-processed" | "coupon-stock-low" | "webhook-disabled")[];
            /**
             * @description The new address of the receiver.
             * @example https://shop.example/hooks
             */
            url?: string;
            /** @description These headers replace all earlier ones */
            headers?: {
                [key: string]: string;
            };
            /**
             * @description The number of requests that may be under way at once. With 1, events arrive in order. With more, the events of each user arrive in order, and a user whose events fail holds only its lane.
             * @example 4
             */
            lanes?: number;
        };
        WebhookSecret: {
            /**
             * @description Signs the deliveries of this webhook as Standard Webhooks says: `new Webhook(secret)` takes it as it is
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDhVhe6Wc0Q1r3oJ9y
             */
            secret: string;
        };
        DeliveredEvent: {
            /**
             * @description The name of the event.
             * @enum {string}
             */
            name: "coupon-slip-claimed-event" | "transaction-created" | "survey-answer-submitted" | "user-registered" | "user-activated" | "user-deleted" | "connection-created" | "optin-changed" | "card-added" | "segment-processed" | "coupon-stock-low" | "webhook-disabled";
            /** @description What happened. */
            data: {
                [key: string]: unknown;
            };
        };
        AttemptPayload: {
            /** @description The events, in their order. */
            events: components["schemas"]["DeliveredEvent"][];
        };
        AttemptRequest: {
            /**
             * @description The address of the receiver.
             * @example https://shop.example/hooks
             */
            url: string;
            /** @description All headers that were sent, without the values of signatures and of your own headers */
            headers: {
                [key: string]: string;
            };
            /** @description The traceparent of each event, if they differ: the trace of the request is linked to them */
            links: string[];
            /** @description The number of events in the batch; 0 for a ping */
            events: number;
            /** @description The size of the body */
            bytes: number;
            /** @description The body that was sent, without removed events; null if an earlier release sent it */
            payload: components["schemas"]["AttemptPayload"] | null;
            /** @description Ids of events that are missing in the payload, because an erasure or time removed them */
            removed: string[];
        };
        AttemptAnswer: {
            /**
             * @description The HTTP status of the receiver's answer.
             * @example 200
             */
            status: number;
            /** @description The first 1024 bytes of the body */
            body: string;
        };
        WebhookAttempt: {
            /**
             * Format: uuid
             * @description The id of the attempt.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of the batch, the same in all its attempts: the header webhook-id
             */
            batch_id: string;
            /**
             * @description The number of the attempt; 1 for the first
             * @example 1
             */
            attempt: number;
            /**
             * @description What came of the attempt.
             * @enum {string}
             */
            outcome: "delivered" | "failed" | "refused" | "set-aside" | "gone";
            /** @description What the service sent. */
            request: components["schemas"]["AttemptRequest"];
            /** @description What the receiver answered; null if there was no answer. */
            answer: components["schemas"]["AttemptAnswer"] | null;
            /**
             * @description The reason for which there was no answer
             * @example timeout
             */
            error: string | null;
            /**
             * Format: date-time
             * @description When the attempt began.
             * @example 2026-11-21T09:30:00.000Z
             */
            started_at: string;
            /**
             * @description How long it took, in milliseconds.
             * @example 48.2
             */
            duration_ms: number;
        };
        ReplaySince: {
            /**
             * Format: date-time
             * @description ISO 8601 with an offset
             * @example 2026-11-21T09:30:00Z
             */
            since: string;
        };
        WebhookStats: {
            /**
             * Format: date-time
             * @description When the bucket begins
             * @example 2026-11-21T09:00:00.000Z
             */
            at: string;
            /**
             * @description Requests to the receiver, resends too; pings and tests do not count
             * @example 1000
             */
            attempts: number;
            /**
             * @description Those that the receiver accepted
             * @example 980
             */
            succeeded: number;
            /**
             * @description How many failed, by the status of the answer, or by the reason for which there was none
             * @example {
             *       "503": 15,
             *       "timeout": 5
             *     }
             */
            failed: {
                [key: string]: number;
            };
            /**
             * @description Events in the requests that the receiver accepted
             * @example 4200
             */
            events: number;
            /**
             * @description Half of the attempts took no longer, in milliseconds; about
             * @example 45
             */
            p50_ms: number;
            /**
             * @description 95 % of the attempts took no longer, in milliseconds; about
             * @example 230
             */
            p95_ms: number;
        };
        Resent: {
            /**
             * Format: uuid
             * @description The attempt, which `/attempts` shows with payload and answer
             */
            id: string;
            /**
             * Format: uuid
             * @description The header webhook-id: that of the batch, or a new one if events are missing in it
             */
            batch_id: string;
            /** @description The events that were sent */
            event_ids: string[];
            /** @description Events of the batch that were not sent, because an erasure or time removed them */
            removed: string[];
            /**
             * @description What came of it.
             * @enum {string}
             */
            outcome: "delivered" | "failed";
            /**
             * @description The status of the answer
             * @example 204
             */
            status: number | null;
            /**
             * @description Why there was no answer
             * @example timeout
             */
            error: string | null;
            /**
             * Format: date-time
             * @description When it was sent.
             * @example 2026-11-21T09:30:00.000Z
             */
            started_at: string;
            /**
             * @description How long it took, in milliseconds.
             * @example 48.2
             */
            duration_ms: number;
        };
        SetAsideEvent: {
            /**
             * Format: uuid
             * @description The id of the event, the same in every delivery.
             */
            event_id: string;
            /**
             * Format: uuid
             * @description The batch in which the event was alone; null if an earlier release set it aside
             */
            batch_id: string | null;
            /**
             * @description The status by which the receiver refused the event
             * @example 422
             */
            status: number;
            /** @description True if an erasure removed the event: it cannot be sent again */
            removed: boolean;
            /**
             * @description null if the event is removed
             * @enum {string|null}
             */
            name: "coupon-slip-claimed-event" | "transaction-created" | "survey-answer-submitted" | "user-registered" | "user-activated" | "user-deleted" | "connection-created" | "optin-changed" | "card-added" | "segment-processed" | "coupon-stock-low" | "webhook-disabled" | null;
            /** @description The data of the event; null if the event is removed */
            data: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When it was set aside.
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string;
        };
        ResendChoice: {
            /** @description Ids of the events to send again; by default the 20 that were set aside first */
            event_ids?: string[];
        };
        TestEvent: {
            /**
             * @description The name of the event. The webhook need not be subscribed to it.
             * @enum {string}
             */
            event: "coupon-slip-claimed-event" | "transaction-created" | "survey-answer-submitted" | "user-registered" | "user-activated" | "user-deleted" | "connection-created" | "optin-changed" | "card-added" | "segment-processed" | "coupon-stock-low" | "webhook-disabled";
        };
        NewListener: {
            /**
             * @description The names of the events to deliver.
             * @example [
             *       "coupon-slip-claimed-event"
             *     ]
             */
            events: ("coupon-slip-claimed-event" | "transaction-created" | "survey-answer-submitted" | "user-registered" | "user-activated" | "user-deleted" | "connection-created" | "optin-changed" | "card-added" | "segment-processed" | "coupon-stock-low" | "webhook-disabled")[];
        };
        Listener: {
            /**
             * Format: uuid
             * @description The id of the listener.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description Signs the deliveries as Standard Webhooks says. Only this answer shows it.
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDhVhe6Wc0Q1r3oJ9y
             */
            secret: string;
        };
        NewPortalSession: {
            /**
             * @description The ids of the webhooks that the page shows.
             * @example [
             *       "01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11"
             *     ]
             */
            webhook_ids: string[];
            /**
             * @description The seconds after which the link ends.
             * @default 3600
             * @example 3600
             */
            ttl?: number;
        };
        PortalLink: {
            /**
             * @description The page. Whoever has this address can use it, so give it to the subscriber only.
             * @example http://localhost:3000/console/portal#token=ps_…
             */
            url: string;
            /**
             * Format: date-time
             * @description When the link ends.
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
        };
        Trigger: {
            /**
             * @description Name of the event that clients send. Give either this or `lifecycle`.
             * @example purchase
             */
            event_name?: string;
            /**
             * @description What happens to a user within the service. Give either this or `event_name`.
             * @enum {string}
             */
            lifecycle?: "user-activated" | "card-added" | "segment-entered" | "survey-answered";
            /** @description With `segment-entered`: the id of the segment */
            segment_id?: string;
        };
        Audience: {
            /**
             * @description Ids of segments. The user must be in one of them, if there are any.
             * @example [
             *       "01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11"
             *     ]
             */
            include_segments?: string[];
            /** @description Ids of segments. The user must be in none of them. */
            exclude_segments?: string[];
            /** @description Ids of opt-ins. The user must have given all of them. */
            require_optins?: string[];
            /** @description Ids of card tiers */
            card_tiers?: string[];
        };
        /** @description What the campaign gives: a coupon, points, or a survey. */
        Effect: components["schemas"]["ClaimCouponEffect"] | components["schemas"]["TransactionEffect"] | components["schemas"]["AskSurveyEffect"];
        /** @description The time over which a cap counts. */
        Window: components["schemas"]["TotalWindow"] | components["schemas"]["RollingWindow"] | components["schemas"]["CalendarWindow"];
        /** @description How often the campaign rewards one user, or all users together. */
        Cap: components["schemas"]["UserCap"] | components["schemas"]["CampaignCap"];
        Budget: {
            /**
             * @description Coupon slips
             * @example 1000
             */
            coupons?: number;
            /**
             * @description The sum of all credits; debits do not reduce it
             * @example 50000
             */
            points?: number;
        };
        NewCampaign: {
            /**
             * @description A name for people. Outcomes and usages show it.
             * @example Coffee for the tenth purchase
             */
            name: string;
            /**
             * Format: date-time
             * @description The campaign judges no event before this moment. Null: it begins when it is started.
             * @example 2026-12-01T00:00:00Z
             */
            starts_at?: string | null;
            /**
             * Format: date-time
             * @description The campaign judges no event from this moment on. Null: it runs until it is ended.
             * @example 2027-01-01T00:00:00Z
             */
            ends_at?: string | null;
            /** @description What makes the campaign look at a user. */
            trigger: components["schemas"]["Trigger"];
            /** @description Which users the campaign rewards. Null or absent: all users. */
            audience?: components["schemas"]["Audience"] | null;
            /**
             * @description CEL
             * @example event.amount >= 1000
             */
            condition?: string | null;
            /** @description What the user gets. The user gets all of it or nothing. */
            effects: components["schemas"]["Effect"][];
            /** @description How often the campaign may reward one user, or all users. */
            caps?: components["schemas"]["Cap"][];
            /** @description The most that the campaign gives away in its whole life. Null or absent: no limit. */
            budget?: components["schemas"]["Budget"] | null;
        };
        NewBacktest: {
            /** @description The campaign, which is not saved. Its schedule is left out of account. */
            campaign: components["schemas"]["NewCampaign"];
            /**
             * Format: date-time
             * @description Events that were accepted since this moment are judged
             * @example 2026-10-21T00:00:00Z
             */
            since: string;
        };
        BegunBacktest: {
            /**
             * @description Names the backtest when it is read
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
        };
        Backtest: {
            /**
             * @description Names the backtest when it is read
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description A backtest waits while an earlier one runs. A failed one could not judge an event, or not go on for a day; `obstacle` says why. Its counts end there
             * @example running
             * @enum {string}
             */
            state: "waiting" | "running" | "finished" | "failed" | "cancelled";
            /**
             * @description The part of the time since `since` that is judged
             * @example 0.4
             */
            progress: number;
            /**
             * Format: date-time
             * @description The first moment that is judged
             * @example 2026-10-21T00:00:00.000Z
             */
            since: string;
            /**
             * Format: date-time
             * @description When the backtest was begun; no later event is judged
             * @example 2026-11-21T09:30:00.000Z
             */
            until: string;
            /**
             * @description Events that were judged
             * @example 10000
             */
            judged: number;
            /**
             * @description Those that pass condition, audience and effects
             * @example 4200
             */
            matched: number;
            /**
             * @description Those whose users would have got the effects
             * @example 4000
             */
            granted: number;
            /**
             * @description How many would have been refused, by the step that fails
             * @example {
             *       "condition": 5800,
             *       "caps": 200
             *     }
             */
            refused: {
                [key: string]: number;
            };
            /**
             * @description What would have been given: `coupons` and `points` together
             * @example 44000
             */
            units: number;
            /**
             * @description Coupon slips; the stock of codes is taken as sufficient
             * @example 4000
             */
            coupons: number;
            /**
             * @description The sum of all credits
             * @example 40000
             */
            points: number;
            /**
             * @description What keeps it from going on, or why it failed; null if nothing does
             * @example null
             */
            obstacle?: string | null;
            /**
             * Format: date-time
             * @description When it ended
             */
            finished_at: string | null;
        };
        CampaignFault: {
            /**
             * @description A JSON pointer into the campaign
             * @example #/condition
             */
            pointer: string;
            /**
             * @description The rule that is broken
             * @example cel
             */
            code: string;
            /**
             * @description What is wrong, in words
             * @example at character 7: there is no `amuont`
             */
            detail: string;
        };
        CampaignValidation: {
            /**
             * @description Whether the campaign can be saved and started as it is
             * @example false
             */
            valid: boolean;
            /** @description Every fault of the campaign; none when it is valid */
            errors: components["schemas"]["CampaignFault"][];
        };
        AudienceToCount: {
            /** @description The audience as a campaign has it; without any rule it is all users */
            audience: components["schemas"]["Audience"];
        };
        AudienceSize: {
            /**
             * @description The number of users in the audience now
             * @example 412083
             */
            users: number;
        };
        NewName: {
            /**
             * @description The name of the copy; by default that of the campaign with "(copy)" behind it
             * @example Coffee for the tenth purchase, in spring
             */
            name?: string;
        };
        CampaignUse: {
            /** @description How often the campaign has granted its effects */
            grants: number;
            /** @description Coupon slips handed out */
            coupons: number;
            /** @description The sum of all credits */
            points: number;
        };
        Campaign: {
            /**
             * @description A name for people. Outcomes and usages show it.
             * @example Coffee for the tenth purchase
             */
            name: string;
            /**
             * Format: date-time
             * @description The campaign judges no event before this moment. Null: it begins when it is started.
             * @example 2026-12-01T00:00:00Z
             */
            starts_at?: string | null;
            /**
             * Format: date-time
             * @description The campaign judges no event from this moment on. Null: it runs until it is ended.
             * @example 2027-01-01T00:00:00Z
             */
            ends_at?: string | null;
            /** @description What makes the campaign look at a user. */
            trigger: components["schemas"]["Trigger"];
            /** @description Which users the campaign rewards. Null or absent: all users. */
            audience?: components["schemas"]["Audience"] | null;
            /**
             * @description CEL
             * @example event.amount >= 1000
             */
            condition?: string | null;
            /** @description What the user gets. The user gets all of it or nothing. */
            effects: components["schemas"]["Effect"][];
            /** @description How often the campaign may reward one user, or all users. */
            caps?: components["schemas"]["Cap"][];
            /** @description The most that the campaign gives away in its whole life. Null or absent: no limit. */
            budget?: components["schemas"]["Budget"] | null;
            /**
             * @description The id of the campaign.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The key by which `by-name` finds it; null for none.
             * @example free-coffee
             */
            key: string | null;
            /**
             * @description The number of the version. Each change makes a new one.
             * @example 1
             */
            version: number;
            /**
             * @description A draft judges nothing. A running campaign judges events. A paused one can be started again, an ended one cannot.
             * @enum {string}
             */
            state: "draft" | "running" | "paused" | "ended";
            /** @description What the campaign has given so far. */
            used: components["schemas"]["CampaignUse"];
            /**
             * Format: date-time
             * @description When the campaign was drafted.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * Format: date-time
             * @description When the campaign was changed last.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated: string;
        };
        CampaignRun: {
            /**
             * Format: date-time
             * @description When the version began to run
             * @example 2026-11-21T09:30:00.000Z
             */
            started_at: string;
            /**
             * Format: date-time
             * @description When it stopped; null while it runs
             * @example 2026-11-28T09:30:00.000Z
             */
            ended_at: string | null;
        };
        CampaignVersion: {
            /**
             * @description The number of the version
             * @example 2
             */
            version: number;
            /** @description The whole campaign as this version has it */
            campaign: components["schemas"]["NewCampaign"];
            /**
             * @description The places that differ from the version before, as JSON pointers into `campaign`; none in the first
             * @example [
             *       "#/condition",
             *       "#/caps/0/max"
             *     ]
             */
            changed: string[];
            /** @description The times in which this version judged events, oldest first */
            runs: components["schemas"]["CampaignRun"][];
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
        };
        DeletedCampaign: {
            /**
             * @description Always true: the draft is gone.
             * @enum {boolean}
             */
            deleted: true;
        };
        CampaignStats: {
            /**
             * Format: date-time
             * @description When the bucket begins
             * @example 2026-11-21T09:00:00.000Z
             */
            at: string;
            /**
             * @description Events that the campaign judged
             * @example 1000
             */
            judged: number;
            /**
             * @description Those that passed schedule, condition, audience and effects; a cap, a budget or the stock may still refuse them
             * @example 420
             */
            matched: number;
            /**
             * @description Those whose users got the effects
             * @example 400
             */
            granted: number;
            /**
             * @description How many were refused, by the step that failed
             * @example {
             *       "condition": 580,
             *       "caps": 20
             *     }
             */
            refused: {
                [key: string]: number;
            };
            /**
             * @description What was given: `coupons` and `points` together
             * @example 4400
             */
            units: number;
            /**
             * @description Coupon slips handed out
             * @example 400
             */
            coupons: number;
            /**
             * @description The sum of all credits
             * @example 4000
             */
            points: number;
        };
        NewSimulation: {
            /**
             * @description The user whom the event would concern.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
            /**
             * @description The event, or the lifecycle trigger
             * @example purchase
             */
            event_name: string;
            /**
             * @description The data of the event, by its schema.
             * @example {
             *       "amount": 1250
             *     }
             */
            data: {
                [key: string]: unknown;
            };
        };
        SimulatedStep: {
            /**
             * @description The step of the verdict.
             * @enum {string}
             */
            step: "state" | "trigger" | "schedule" | "condition" | "audience" | "effects" | "caps" | "budget" | "coupons";
            /** @description Whether the step lets the event pass. */
            passed: boolean;
            /** @description The reason, in words. */
            detail: string | null;
        };
        /** @description What the user would get: a coupon, points, or a survey. */
        SimulatedEffect: components["schemas"]["SimulatedCoupon"] | components["schemas"]["SimulatedTransaction"] | components["schemas"]["SimulatedSurvey"];
        Simulation: {
            /**
             * @description The id of the campaign.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            campaign_id: string;
            /**
             * @description The name of the campaign.
             * @example Coffee for the tenth purchase
             */
            name: string;
            /**
             * @description The version that ran when the event was accepted
             * @example 1
             */
            version: number;
            /** @description Whether the user got the effects. */
            matched: boolean;
            /**
             * @description The step that failed
             * @enum {string|null}
             */
            reason: "state" | "trigger" | "schedule" | "condition" | "audience" | "effects" | "caps" | "budget" | "coupons" | null;
            /**
             * @description Why the step failed, in words.
             * @example the condition is false
             */
            detail: string | null;
            /** @description Every step that has a result */
            steps: components["schemas"]["SimulatedStep"][];
            /** @description The effects that the user would get */
            effects: components["schemas"]["SimulatedEffect"][];
        };
        CodeSlip: {
            /**
             * @description The id of the slip
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The user who has it
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
            /**
             * @description The campaign that gave it
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            campaign_id: string;
            /**
             * @description The event for which it was given
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            event_id: string;
            /**
             * Format: date-time
             * @description When it was given
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * Format: date-time
             * @description When its ticket expires
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When its ticket was redeemed
             */
            redeemed_at: string | null;
        };
        CouponCode: {
            /**
             * @description The code
             * @example COFFEE-7K2M-9QXD
             */
            code: string;
            /**
             * @description A code is `available` until a user gets it; then it has the state of the ticket. `erased`: its user was erased
             * @enum {string}
             */
            state: "available" | "issued" | "redeemed" | "expired" | "revoked" | "erased";
            /** @description The slip that has the code; null while it is available */
            slip: components["schemas"]["CodeSlip"] | null;
        };
        CodeGeneration: {
            /**
             * @description How many codes to make.
             * @example 1000
             */
            count: number;
            /**
             * @description Each * becomes one of 31 letters and digits that do not look alike; at least 8 of them
             * @example COFFEE-****-****
             */
            pattern?: string;
        };
        NewCodes: {
            /**
             * @description Your own codes. Give either these or `generate`.
             * @example [
             *       "COFFEE-7K2M-9QXD"
             *     ]
             */
            codes?: string[];
            /** @description Lets the service make the codes. Give either this or `codes`. */
            generate?: components["schemas"]["CodeGeneration"];
        };
        Coupon: {
            /**
             * @description The id of the coupon.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The key by which `by-name` finds it; null for none.
             * @example free-coffee
             */
            key: string | null;
            /**
             * @description What users see first.
             * @example A free coffee
             */
            title: string;
            /**
             * @description What the user gets for it.
             * @example At any of our shops
             */
            description: string;
            /** @description The image that users see. */
            image: components["schemas"]["CouponImage"];
            /** @description How tickets are shown. */
            display: components["schemas"]["TicketDisplay"];
            /**
             * @description Seconds for which a ticket can be redeemed; null for no limit.
             * @example 2592000
             */
            valid_seconds: number | null;
            /**
             * Format: date-time
             * @description The moment until which any ticket can be redeemed; null for no limit.
             * @example 2027-01-01T00:00:00Z
             */
            expires_at: string | null;
            /** @description Codes that no user has yet */
            available: number;
            /** @description Coupon slips handed out */
            claimed: number;
            /**
             * Format: date-time
             * @description When the coupon was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
        };
        BegunCodeImport: {
            /**
             * @description Names the import in the other calls
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
        };
        CodeImport: {
            /**
             * @description Names the import in the other calls
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description An import waits while an earlier one runs. A failed one was set aside after many tries; `obstacle` says why
             * @example running
             * @enum {string}
             */
            state: "waiting" | "running" | "finished" | "failed" | "cancelled";
            /**
             * @description The part of the codes that is done
             * @example 0.4
             */
            progress: number;
            /**
             * @description Codes that the coupon has got
             * @example 398000
             */
            added: number;
            /**
             * @description Lines whose code the coupon had; `faults` names the first 10,000
             * @example 2
             */
            refused: number;
            /**
             * Format: date-time
             * @description When its file came in
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * @description What keeps it from going on, or why it failed; null if nothing does
             * @example null
             */
            obstacle?: string | null;
            /**
             * Format: date-time
             * @description When it ended
             */
            finished_at: string | null;
        };
        CodeImportFault: {
            /**
             * @description The line of the file, from 1
             * @example 17
             */
            line: number;
            /**
             * @description The rule that is broken
             * @example taken
             */
            code: string;
            /**
             * @description What is wrong
             * @example COFFEE-7K2M-9QXD: the coupon has this code already
             */
            detail: string;
        };
        SlipFlags: {
            /**
             * @description Whether the user has read the slip.
             * @example true
             */
            isRead?: boolean;
            /**
             * @description Whether the user removes the slip from the list.
             * @example false
             */
            isDeleted?: boolean;
        };
        TicketCode: {
            /**
             * @description The id of the coupon.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            coupon_id: string;
            /**
             * @description The code on the ticket.
             * @example COFFEE-7K2M-9QXD
             */
            code: string;
        };
        NewImageData: {
            /**
             * @description The address of the image.
             * @example https://cdn.example.com/coffee.png
             */
            src: string;
            /**
             * @description The text for people who do not see the image.
             * @example A cup of coffee
             */
            alt: string;
        };
        NewCouponImage: {
            /**
             * @description Always `image`.
             * @enum {string}
             */
            type: "image";
            /** @description The image itself. */
            data: components["schemas"]["NewImageData"];
        };
        NewTicketDisplay: {
            /**
             * @description How a device shows the code, such as `qr-code`.
             * @example qr-code
             */
            systemName: string;
            /**
             * @description The name of this way for people.
             * @example QR code
             */
            title: string;
        };
        NewCoupon: {
            /**
             * @description Your own codes. Give either these or `generate`.
             * @example [
             *       "COFFEE-7K2M-9QXD"
             *     ]
             */
            codes?: string[];
            /** @description Lets the service make the codes. Give either this or `codes`. */
            generate?: components["schemas"]["CodeGeneration"];
            /**
             * @description What users see first.
             * @example A free coffee
             */
            title: string;
            /**
             * @description What the user gets for it.
             * @example At any of our shops
             */
            description?: string;
            /** @description The image that users see. */
            image?: components["schemas"]["NewCouponImage"];
            /** @description How tickets are shown; a QR code by default */
            display?: components["schemas"]["NewTicketDisplay"];
            /**
             * @description Seconds for which a ticket can be redeemed; without a limit by default
             * @example 2592000
             */
            valid_seconds?: number;
            /**
             * Format: date-time
             * @description The moment until which any ticket can be redeemed
             * @example 2027-01-01T00:00:00Z
             */
            expires_at?: string;
        };
        NewCorrection: {
            /**
             * @description The stack whose points are corrected.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            stack_id: string;
            /**
             * @description The block of the stack; its first one without it
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            block_id?: string;
            /**
             * @description The points that the user gets; negative to take points away. Not 0.
             * @example -25
             */
            value: number;
            /**
             * @description Why, for the colleagues. The user does not see it.
             * @example Booked twice by the till
             */
            reason: string;
        };
        Correction: {
            /**
             * @description The id of the transaction.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The id of the stack.
             * @example 01981c5e-81b2-7d01-8c44-5a0c1d2e3f40
             */
            stack_id: string;
            /**
             * @description The id of the block of the stack.
             * @example 01981c5e-83c4-7aa0-9b1e-6d2f8c4a7e15
             */
            block_id: string;
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
            /**
             * @description The points that the user got; negative if the user lost them.
             * @example 25
             */
            value: number;
            /**
             * Format: date-time
             * @description When the transaction was booked.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * @description Why the points were corrected.
             * @example Booked twice by the till
             */
            reason: string;
            /**
             * @description The points that the user has on the block now.
             * @example 100
             */
            balance: number;
        };
        LedgerEntry: {
            /**
             * @description The id of the transaction.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The id of the stack.
             * @example 01981c5e-81b2-7d01-8c44-5a0c1d2e3f40
             */
            stack_id: string;
            /**
             * @description The id of the block of the stack.
             * @example 01981c5e-83c4-7aa0-9b1e-6d2f8c4a7e15
             */
            block_id: string;
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
            /**
             * @description The points that the user got; negative if the user lost them.
             * @example 25
             */
            value: number;
            /**
             * Format: date-time
             * @description When the transaction was booked.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
        };
        NewBlock: {
            /**
             * @description The id of an existing block, to rename it
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id?: string;
            /**
             * @description A name for people.
             * @example points
             */
            name: string;
        };
        NewStack: {
            /**
             * @description A name for people.
             * @example Loyalty points
             */
            name: string;
            /** @description One block named `default` by default */
            blocks?: components["schemas"]["NewBlock"][];
            /**
             * @description Whether a correction may take a balance below zero. Absent in a change, it stays as it is
             * @default false
             */
            allow_negative?: boolean;
        };
        Block: {
            /**
             * @description The id of the block.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The name of the block.
             * @example points
             */
            name: string;
        };
        Stack: {
            /**
             * @description The id of the stack.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The key by which `by-name` finds it; null for none.
             * @example free-coffee
             */
            key: string | null;
            /**
             * @description The name of the stack.
             * @example Loyalty points
             */
            name: string;
            /** @description The named parts of the stack. */
            blocks: components["schemas"]["Block"][];
            /**
             * @description Whether a correction may take a balance below zero.
             * @example false
             */
            allow_negative: boolean;
            /**
             * Format: date-time
             * @description When the stack was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
        };
        Survey: {
            /**
             * @description The id of the survey.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The key by which `by-name` finds it; null for none.
             * @example free-coffee
             */
            key: string | null;
            /**
             * @description The title as users read it.
             * @example Your last visit
             */
            title: string;
            /** @description The questions, in their order. */
            questions: components["schemas"]["Question"][];
            /**
             * Format: date-time
             * @description When the survey was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
        };
        NewSurveyAnswer: {
            /**
             * @description The id of the question.
             * @example taste
             */
            question_id: string;
            /**
             * @description The id of the chosen answer.
             * @example very-much
             */
            answer_id: string;
        };
        NewAnswerChoice: {
            /**
             * @description 1 to 100 of A-Z a-z 0-9 . _ -; the service makes one by default
             * @example taste
             */
            id?: string;
            /**
             * @description The answer as users read it.
             * @example Very much
             */
            text: string;
        };
        NewQuestion: {
            /**
             * @description 1 to 100 of A-Z a-z 0-9 . _ -; the service makes one by default
             * @example taste
             */
            id?: string;
            /**
             * @description The question as users read it.
             * @example How did you like the coffee?
             */
            text: string;
            /** @description The answers to choose from. */
            answers: components["schemas"]["NewAnswerChoice"][];
        };
        NewSurvey: {
            /**
             * @description The title as users read it.
             * @example Your last visit
             */
            title: string;
            /** @description The questions, in their order. */
            questions: components["schemas"]["NewQuestion"][];
        };
        ChosenAnswer: {
            /**
             * @description The id of the answer.
             * @example very-much
             */
            id: string;
            /**
             * @description The answer as users read it.
             * @example Very much
             */
            text: string;
            /**
             * @description How many users chose it.
             * @example 120
             */
            users: number;
        };
        QuestionResult: {
            /**
             * @description The id of the question.
             * @example taste
             */
            id: string;
            /**
             * @description The question as users read it.
             * @example How did you like the coffee?
             */
            text: string;
            /**
             * @description How many users answered the question.
             * @example 200
             */
            users: number;
            /** @description The answers to choose from, in their order. */
            answers: components["schemas"]["ChosenAnswer"][];
            /**
             * @description How many of the users chose an answer that the question offers no more.
             * @example 3
             */
            removed: number;
        };
        SurveyResults: {
            /**
             * @description The id of the survey.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            survey_id: string;
            /** @description The questions, in their order. */
            questions: components["schemas"]["QuestionResult"][];
        };
        CampaignByName: {
            /**
             * @description A name for people. Outcomes and usages show it.
             * @example Coffee for the tenth purchase
             */
            name: string;
            /**
             * Format: date-time
             * @description The campaign judges no event before this moment. Null: it begins when it is started.
             * @example 2026-12-01T00:00:00Z
             */
            starts_at?: string | null;
            /**
             * Format: date-time
             * @description The campaign judges no event from this moment on. Null: it runs until it is ended.
             * @example 2027-01-01T00:00:00Z
             */
            ends_at?: string | null;
            /** @description What makes the campaign look at a user. */
            trigger: components["schemas"]["Trigger"];
            /** @description Which users the campaign rewards. Null or absent: all users. */
            audience?: components["schemas"]["Audience"] | null;
            /**
             * @description CEL
             * @example event.amount >= 1000
             */
            condition?: string | null;
            /** @description What the user gets. The user gets all of it or nothing. */
            effects: components["schemas"]["Effect"][];
            /** @description How often the campaign may reward one user, or all users. */
            caps?: components["schemas"]["Cap"][];
            /** @description The most that the campaign gives away in its whole life. Null or absent: no limit. */
            budget?: components["schemas"]["Budget"] | null;
            /**
             * @description The id of the campaign.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The key by which `by-name` finds it; null for none.
             * @example free-coffee
             */
            key: string | null;
            /**
             * @description The number of the version. Each change makes a new one.
             * @example 1
             */
            version: number;
            /**
             * @description A draft judges nothing. A running campaign judges events. A paused one can be started again, an ended one cannot.
             * @enum {string}
             */
            state: "draft" | "running" | "paused" | "ended";
            /** @description What the campaign has given so far. */
            used: components["schemas"]["CampaignUse"];
            /**
             * Format: date-time
             * @description When the campaign was drafted.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * Format: date-time
             * @description When the campaign was changed last.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated: string;
            /**
             * @description What the request did.
             * @enum {string}
             */
            status: "created" | "updated" | "unchanged";
        };
        Difference: {
            /**
             * @description Where the two differ, as an RFC 6901 JSON pointer.
             * @example #/title
             */
            pointer: string;
            /** @description What is there now; null for nothing. */
            before: (boolean | number | string | unknown[] | {
                [key: string]: unknown;
            }) | null;
            /** @description What the request puts there; null for nothing. */
            after: (boolean | number | string | unknown[] | {
                [key: string]: unknown;
            }) | null;
        };
        DryRun: {
            /**
             * @description The id of the object; null if the request would make one.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string | null;
            /**
             * @description The key.
             * @example free-coffee
             */
            key: string;
            /**
             * @description What the request would have done.
             * @enum {string}
             */
            status: "created" | "updated" | "unchanged";
            /** @description What the request would have changed. */
            differences: components["schemas"]["Difference"][];
        };
        CouponByName: {
            /**
             * @description The id of the coupon.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The key by which `by-name` finds it; null for none.
             * @example free-coffee
             */
            key: string | null;
            /**
             * @description What users see first.
             * @example A free coffee
             */
            title: string;
            /**
             * @description What the user gets for it.
             * @example At any of our shops
             */
            description: string;
            /** @description The image that users see. */
            image: components["schemas"]["CouponImage"];
            /** @description How tickets are shown. */
            display: components["schemas"]["TicketDisplay"];
            /**
             * @description Seconds for which a ticket can be redeemed; null for no limit.
             * @example 2592000
             */
            valid_seconds: number | null;
            /**
             * Format: date-time
             * @description The moment until which any ticket can be redeemed; null for no limit.
             * @example 2027-01-01T00:00:00Z
             */
            expires_at: string | null;
            /** @description Codes that no user has yet */
            available: number;
            /** @description Coupon slips handed out */
            claimed: number;
            /**
             * Format: date-time
             * @description When the coupon was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * @description What the request did.
             * @enum {string}
             */
            status: "created" | "updated" | "unchanged";
        };
        StackByName: {
            /**
             * @description The id of the stack.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The key by which `by-name` finds it; null for none.
             * @example free-coffee
             */
            key: string | null;
            /**
             * @description The name of the stack.
             * @example Loyalty points
             */
            name: string;
            /** @description The named parts of the stack. */
            blocks: components["schemas"]["Block"][];
            /**
             * @description Whether a correction may take a balance below zero.
             * @example false
             */
            allow_negative: boolean;
            /**
             * Format: date-time
             * @description When the stack was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * @description What the request did.
             * @enum {string}
             */
            status: "created" | "updated" | "unchanged";
        };
        SurveyByName: {
            /**
             * @description The id of the survey.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The key by which `by-name` finds it; null for none.
             * @example free-coffee
             */
            key: string | null;
            /**
             * @description The title as users read it.
             * @example Your last visit
             */
            title: string;
            /** @description The questions, in their order. */
            questions: components["schemas"]["Question"][];
            /**
             * Format: date-time
             * @description When the survey was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * @description What the request did.
             * @enum {string}
             */
            status: "created" | "updated" | "unchanged";
        };
        OptinByName: {
            /**
             * @description The name in each language; `en_GB` is required.
             * @example {
             *       "en_GB": "Newsletter"
             *     }
             */
            name: {
                [key: string]: string;
            };
            /**
             * @description The text of the question in each language; `en_GB` is required.
             * @example {
             *       "en_GB": "We may send you our newsletter."
             *     }
             */
            description: {
                [key: string]: string;
            };
            /** @description What the consent is for. */
            purpose: components["schemas"]["OptinPurpose"];
            /**
             * @description Whether registration asks for it; it always asks for a required one
             * @default true
             */
            at_registration?: boolean;
            /**
             * @description The id of the opt-in.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The key by which `by-name` finds it; null for none.
             * @example free-coffee
             */
            key: string | null;
            /**
             * @description Grows when a text changes; each consent names the version of its text
             * @example 1
             */
            text_version: number;
            /**
             * Format: date-time
             * @description When the opt-in was defined.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * Format: date-time
             * @description When the opt-in was changed last.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated: string;
            /**
             * Format: date-time
             * @description When the opt-in was retired; null while users are asked.
             */
            retired_at: string | null;
            /**
             * @description What the request did.
             * @enum {string}
             */
            status: "created" | "updated" | "unchanged";
        };
        CardDefinitionByName: {
            /**
             * @description The id of the card definition.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The key by which `by-name` finds it; null for none.
             * @example free-coffee
             */
            key: string | null;
            /**
             * @description The name of the card definition.
             * @example loyalty
             */
            name: string;
            /** @description How the card number is drawn. */
            representation: components["schemas"]["Representation"];
            /** @description What an app shows on the card. */
            card_presentation: components["schemas"]["CardPresentation"];
            /** @description The tiers in order; new cards get the first one. */
            tiers: components["schemas"]["CardTier"][];
            /**
             * @description How many accounts may have a card at once.
             * @example 1
             */
            users_per_card: number;
            /** @description Whether users may remove such cards from their account. */
            users_may_remove: boolean;
            /** @description The length of the groups that `display_number` splits the number into; null for no `display_number`. */
            display_groups_of: number | null;
            /**
             * Format: date-time
             * @description When the definition was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * Format: date-time
             * @description When the definition was changed last.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated: string;
            /**
             * @description What the request did.
             * @enum {string}
             */
            status: "created" | "updated" | "unchanged";
        };
        ClientByName: {
            /**
             * @description The id of the client, for tokens and for `X-Service-Client-ID`.
             * @example cl_7Qm2v9XcT4bLw8Kz
             */
            id: string;
            /**
             * @description The key by which `by-name` finds it; null for none.
             * @example free-coffee
             */
            key: string | null;
            /**
             * Format: date-time
             * @description When the client got a token last, for itself or for a user, to within five minutes. A token lasts for 15 minutes. Null if it never got one
             * @example 2026-11-21T09:30:00.000Z
             */
            last_used_at?: string | null;
            /**
             * @description A name for people.
             * @example Web shop
             */
            name: string;
            /** @description What the client may do, and what it may ask its users for. */
            scopes: ("events:define" | "events:write" | "events:read" | "users:read" | "users:write" | "users:delete" | "registration" | "segments" | "webhooks" | "cards:issue" | "cards:manage" | "rewards:manage" | "campaigns:manage" | "optins:manage" | "ledger:correct" | "dead-letters:manage" | "clients:manage" | "probe:report" | "audit:read" | "admin:read" | "admin" | "profile" | "cards" | "optins" | "rewards" | "account" | "openid" | "offline_access")[];
            /** @description Whether it skips the consent, and may use the password grant and token exchange. */
            first_party: boolean;
            /** @description Whether the client is an app or a single-page app without a secret. */
            public: boolean;
            /**
             * @description Origins whose pages may call this API from a browser, as browsers send them.
             * @example [
             *       "https://app.shop.example"
             *     ]
             */
            origins: string[];
            /**
             * @description Addresses that a browser may be sent to after sign-in or sign-out.
             * @example [
             *       "https://shop.example/callback"
             *     ]
             */
            redirect_uris: string[];
            /**
             * @description The page that the activation mail links to; null for the default page.
             * @example https://shop.example/activate
             */
            activation_url: string | null;
            /**
             * @description The page that the deletion mail links to; null for the default page.
             * @example https://shop.example/delete
             */
            deletion_url: string | null;
            /**
             * @description The page that the mail for a new password links to; null for the default page.
             * @example https://shop.example/new-password
             */
            password_url: string | null;
            /**
             * @description The address that gets a mail when a webhook of the client is disabled; null for none.
             * @example operations@shop.example
             */
            contact_email: string | null;
            /**
             * @description Requests a second of the client and its users; null for the limit for all clients.
             * @example 50000
             */
            rate_limit: number | null;
            /** @description The number of valid secrets: one, two during a rotation, none for a public client. */
            secrets: number;
            /**
             * Format: date-time
             * @description When the client was made.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /** @description The secret; no other answer shows it. A public client has none */
            secret?: string;
            /**
             * @description What the request did.
             * @enum {string}
             */
            status: "created" | "updated" | "unchanged";
        };
        WebhookByName: {
            /**
             * Format: uuid
             * @description The id of the webhook.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /** @description The names of the events that are delivered. */
            events: ("coupon-slip-claimed-event" | "transaction-created" | "survey-answer-submitted" | "user-registered" | "user-activated" | "user-deleted" | "connection-created" | "optin-changed" | "card-added" | "segment-processed" | "coupon-stock-low" | "webhook-disabled")[];
            /**
             * @description The address of the receiver.
             * @example https://shop.example/hooks
             */
            url: string;
            /**
             * @description Your own headers of each delivery.
             * @example {}
             */
            headers: {
                [key: string]: string;
            };
            /**
             * @description The key by which `by-name` finds it; null for none.
             * @example free-coffee
             */
            key: string | null;
            /**
             * @description Whether events are delivered. A disabled webhook keeps its events.
             * @enum {string}
             */
            state: "enabled" | "disabled";
            /** @description Why and when; null while the webhook is enabled. */
            disabled: components["schemas"]["WebhookDisabling"] | null;
            /**
             * @description The number of requests that may be under way at once. With more than one, order is kept per user.
             * @example 1
             */
            lanes: number;
            /** @description What waits for delivery. */
            queue: components["schemas"]["WebhookQueue"];
            /**
             * Format: date-time
             * @description When the webhook was registered.
             * @example 2026-11-21T09:30:00.000Z
             */
            created: string;
            /**
             * @description What the request did.
             * @enum {string}
             */
            status: "created" | "updated" | "unchanged";
            /**
             * @description The secret that signs the deliveries, in the answer that makes the webhook
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDhVhe6Wc0Q1r3oJ9y
             */
            secret?: string;
        };
        NewNamedWebhook: {
            /**
             * @description The names of the events to deliver.
             * @example [
             *       "coupon-slip-claimed-event"
             *     ]
             */
            events: ("coupon-slip-claimed-event" | "transaction-created" | "survey-answer-submitted" | "user-registered" | "user-activated" | "user-deleted" | "connection-created" | "optin-changed" | "card-added" | "segment-processed" | "coupon-stock-low" | "webhook-disabled")[];
            /**
             * @description http or https, no credentials, no fragment
             * @example https://shop.example/hooks
             */
            url: string;
            /** @description Headers of each delivery; null for none */
            headers?: {
                [key: string]: string;
            } | null;
            /**
             * @description The number of requests that may be under way at once. With 1, events arrive in order. With more, the events of each user arrive in order, and a user whose events fail holds only its lane.
             * @example 4
             */
            lanes?: number;
        };
        CouponSlip: {
            /**
             * @description The id of the slip.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The id of the coupon.
             * @example 01981c5e-81b2-7d01-8c44-5a0c1d2e3f40
             */
            couponId: string;
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            userId: string;
            /**
             * @description The title of the coupon.
             * @example A free coffee
             */
            title: string;
            /**
             * @description What the user gets for it.
             * @example At any of our shops
             */
            description: string;
            /** @description The image of the coupon. */
            image: components["schemas"]["CouponImage"];
            /** @description Whether the user has marked the slip as read. */
            isRead: boolean;
            /** @description Whether the user has removed the slip from the list. */
            isDeleted: boolean;
            /** @description The code and its state. */
            ticket: components["schemas"]["Ticket"];
        };
        Transaction: {
            /**
             * @description The id of the transaction.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The id of the stack.
             * @example 01981c5e-81b2-7d01-8c44-5a0c1d2e3f40
             */
            stack_id: string;
            /**
             * @description The id of the block of the stack.
             * @example 01981c5e-83c4-7aa0-9b1e-6d2f8c4a7e15
             */
            block_id: string;
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
            /**
             * @description The points that the user got; negative if the user lost them.
             * @example 25
             */
            value: number;
        };
        WebhookUser: {
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
        };
        ConnectionCreated: {
            /**
             * @description Name of a configured OpenID provider
             * @example demo
             */
            provider_name: string;
            /**
             * @description The user's identifier at the provider
             * @example 248289761001
             */
            owner_id: string;
            /**
             * @description The user, 25 of A-Z a-z 0-9
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
        };
        OptinChanged: {
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
            /**
             * @description The id of the opt-in.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            optin_id: string;
            /**
             * @description The English name in the text that was answered; empty in events of earlier releases
             * @example Newsletter
             */
            name: string;
            /**
             * @description The version of the text that was answered; 0 in events of earlier releases
             * @example 1
             */
            text_version: number;
            /**
             * @description What the consent is for.
             * @example marketing
             */
            purpose: string;
            /** @description Whether the user consents now. */
            opted_in: boolean;
            /**
             * Format: date-time
             * @description When the user answered.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated: string;
            /**
             * @description Where the user answered.
             * @enum {string}
             */
            source: "registration" | "account";
        };
        CardAdded: {
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            user_id: string;
            /**
             * @description The id of the card.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            card_id: string;
            /**
             * @description The number of the card.
             * @example 6012345678
             */
            identifier: string;
            /** @description Name of the card definition */
            card_definition: string;
            /**
             * @description The id of the tier.
             * @example 01981c5e-81b2-7d01-8c44-5a0c1d2e3f40
             */
            card_tier_id: string;
            /** @description Name of the tier; empty in events of earlier releases */
            card_tier: string;
        };
        SegmentProcessed: {
            /**
             * @description The id of the segment.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            id: string;
            /**
             * @description The title given at import
             * @example Newsletter readers
             */
            name: string;
            /**
             * @description The provider of the identifiers in the file
             * @example demo
             */
            identifier: string;
            /**
             * @description The number of distinct identifiers in the processed file
             * @example 1200
             */
            externalUserCount: number;
            /**
             * @description The number of users with these identifiers; it changes with their connections
             * @example 800
             */
            internalUserCount: number;
            /**
             * @description The id of the newest upload
             * @example 01981c5e-81b2-7d01-8c44-5a0c1d2e3f40
             */
            documentID: string;
            /**
             * @description The name of the newest file.
             * @example readers.csv
             */
            fileName: string;
            /**
             * Format: date-time
             * @description When the segment changed last.
             * @example 2026-11-21T09:30:00.000+00:00
             */
            updated: string;
        };
        CouponStockLow: {
            /**
             * @description The id of the coupon.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            coupon_id: string;
            /**
             * @description The title of the coupon.
             * @example A free coffee
             */
            title: string;
            /**
             * @description Codes that no user has yet
             * @example 100
             */
            available: number;
        };
        DisabledWebhook: {
            /**
             * Format: uuid
             * @description The id of the webhook.
             */
            webhook_id: string;
            /**
             * @description The address of the receiver.
             * @example https://shop.example/hooks
             */
            url: string;
            /**
             * @description The client asked for it, the receiver answered 410, or the receiver kept failing
             * @enum {string}
             */
            reason: "requested" | "gone" | "failing";
            /**
             * Format: date-time
             * @description When the webhook was disabled.
             * @example 2026-11-21T09:30:00.000Z
             */
            disabled: string;
        };
        /** @description A refusal (RFC 9457). It says what is wrong and what to do. */
        Problem: {
            /**
             * Format: uri
             * @description The address of a page that explains the code.
             * @example http://localhost:3000/problems/user-not-found
             */
            type: string;
            /**
             * @description The code in words.
             * @example There is no such user
             */
            title: string;
            /**
             * @description The HTTP status of the answer.
             * @example 404
             */
            status: number;
            /**
             * @description What is wrong with this request.
             * @example There is no user with this id.
             */
            detail: string;
            /**
             * @description The path of the request.
             * @example /api/1/user/details/x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            instance: string;
            /**
             * @description What programs decide by. Codes do not change.
             * @example user-not-found
             */
            code: string;
            /**
             * @description The id of the request, as in the header `X-Request-Id`. Support asks for it.
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            request_id: string;
            /** @description Every fault of the input. */
            errors?: components["schemas"]["Fault"][];
            /** @description With `segment-in-use` and `event-definition-in-use`: the campaigns that use it. */
            usages?: components["schemas"]["Usage"][];
            /** @description With `registration-incomplete`: the number of the next missing step. */
            continue_from?: number;
            /**
             * @description With `registration-incomplete`: the name of the next missing step.
             * @enum {string}
             */
            step?: "user-credentials" | "user-person" | "user-optins" | "customer-card";
            /**
             * @description With `ticket-not-redeemable`: the state of the ticket.
             * @enum {string}
             */
            state?: "issued" | "redeemed" | "expired" | "revoked";
        };
        Fault: {
            /**
             * @description Where it is: a JSON pointer into the body (RFC 6901), or the name of a parameter.
             * @example #/age
             */
            pointer: string;
            /**
             * @description The rule that is broken.
             * @example is-int
             */
            code: string;
            /**
             * @description What is wrong, in words.
             * @example must be an integer number
             */
            detail: string;
        };
        Usage: {
            /** @description The id of the campaign. */
            campaign_id: string;
            /** @description The name of the campaign. */
            name: string;
        };
        /** @description A refusal of OAuth 2 (RFC 6749, section 5.2). */
        OAuthError: {
            /**
             * @description The code of the refusal.
             * @example invalid_client
             */
            error: string;
            /**
             * @description What is wrong, in words.
             * @example client authentication failed
             */
            error_description?: string;
            /** @description The scopes that are missing, or not known. */
            scope?: string;
            /** @description The `state` of the request. */
            state?: string;
            /** @description The issuer. */
            iss?: string;
        };
        /** @description A request for tokens. `grant_type` decides which other fields are needed. */
        TokenRequest: {
            /**
             * @description How the client asks.
             * @enum {string}
             */
            grant_type: "client_credentials" | "authorization_code" | "refresh_token" | "password" | "urn:ietf:params:oauth:grant-type:token-exchange" | "urn:ietf:params:oauth:grant-type:device_code";
            /**
             * @description The scopes that the token shall have, separated by spaces; by default all that the client has.
             * @example users:read
             */
            scope?: string;
            /** @description With `authorization_code`: the code from the redirect. */
            code?: string;
            /**
             * Format: uri
             * @description With `authorization_code`: the address of the redirect.
             */
            redirect_uri?: string;
            /** @description With `authorization_code`: the text whose hash was the `code_challenge` (PKCE). */
            code_verifier?: string;
            /** @description With `refresh_token`: the newest refresh token. */
            refresh_token?: string;
            /**
             * @description With `password`: the name of the user.
             * @example anna@example.com
             */
            username?: string;
            /** @description With `password`: the password of the user. */
            password?: string;
            /** @description With token exchange: an `id_token` of a configured provider. */
            subject_token?: string;
            /** @description With `urn:ietf:params:oauth:grant-type:device_code`: the code that `/oauth2/device` answered. */
            device_code?: string;
            /** @description With token exchange: `urn:ietf:params:oauth:token-type:id_token`. */
            subject_token_type?: string;
            /**
             * @description The id of the client, if there is no `Authorization` header.
             * @example cl_7Qm2v9XcT4bLw8Kz
             */
            client_id?: string;
            /** @description The secret of the client, if there is no `Authorization` header. A public client has none. */
            client_secret?: string;
        };
        /** @description A request for the sign-in of a user. Each field is the query parameter of its name. */
        AuthorizationRequest: {
            /**
             * @description The id of the client.
             * @example cl_7Qm2v9XcT4bLw8Kz
             */
            client_id: string;
            /**
             * @description Always `code`.
             * @constant
             */
            response_type: "code";
            /**
             * Format: uri
             * @description A registered address of the client.
             */
            redirect_uri: string;
            /** @description The hash of the `code_verifier` (PKCE). */
            code_challenge: string;
            /**
             * @description Always `S256`.
             * @constant
             */
            code_challenge_method: "S256";
            /**
             * @description The scopes that the client asks for, separated by spaces.
             * @example openid profile cards
             */
            scope?: string;
            /** @description Comes back with the redirect, so that the client knows its own request. At most 2,048 bytes. */
            state?: string;
            /** @description Comes back in the `id_token`. */
            nonce?: string;
            /**
             * @description As in the query of a GET.
             * @example login
             */
            prompt?: string;
            /** @description The name to begin with. */
            login_hint?: string;
            /**
             * @description Languages of the pages, as in the query of a GET.
             * @example nl de
             */
            ui_locales?: string;
            /**
             * @description The language of the pages, as in the query of a GET.
             * @example nl_NL
             */
            locale?: string;
        };
        /** @description A request to sign a user out. Each field is the query parameter of its name. */
        LogoutRequest: {
            /** @description The `id_token` of the sign-in. */
            id_token_hint?: string;
            /**
             * @description The id of the client.
             * @example cl_7Qm2v9XcT4bLw8Kz
             */
            client_id?: string;
            /**
             * Format: uri
             * @description A registered address of the client.
             */
            post_logout_redirect_uri?: string;
            /** @description Comes back with the redirect. At most 2,048 bytes. */
            state?: string;
            /**
             * @description Languages of the pages, as in the query of a GET.
             * @example nl de
             */
            ui_locales?: string;
            /**
             * @description The language of the pages, as in the query of a GET.
             * @example nl_NL
             */
            locale?: string;
        };
        /** @description A request of a device or a command line that opens no browser (RFC 8628, section 3.1). */
        DeviceRequest: {
            /**
             * @description The id of a public client.
             * @example cl_7Qm2v9XcT4bLw8Kz
             */
            client_id: string;
            /**
             * @description The scopes that the token shall have, separated by spaces; by default all that the client has.
             * @example openid profile
             */
            scope?: string;
        };
        /** @description What the device shows, and what it asks for tokens with (RFC 8628, section 3.2). */
        DeviceCodes: {
            /** @description The secret of the device, for `/oauth2/token`. Ask there every five seconds. */
            device_code: string;
            /**
             * @description The code that the person enters.
             * @example WDJB-MJHT
             */
            user_code: string;
            /**
             * Format: uri
             * @description The page on which the person enters it.
             */
            verification_uri: string;
            /**
             * Format: uri
             * @description The same page with the code in its address.
             */
            verification_uri_complete: string;
            /**
             * @description How many seconds the codes work.
             * @example 600
             */
            expires_in: number;
        };
        /** @description The tokens (RFC 6749, section 5.1). */
        Tokens: {
            /** @description The token for `Authorization: Bearer …`. */
            access_token: string;
            /**
             * @description Always `Bearer`.
             * @constant
             */
            token_type: "Bearer";
            /**
             * @description How many seconds the access token lives.
             * @example 900
             */
            expires_in: number;
            /**
             * @description The scopes of the token, separated by spaces.
             * @example users:read
             */
            scope?: string;
            /** @description Gets the next tokens. Each one works once. */
            refresh_token?: string;
            /** @description Says who signed in (OpenID Connect). */
            id_token?: string;
            /** @description With token exchange: the kind of the token. */
            issued_token_type?: string;
        };
        /** @description A token that the client asks about, or gives back. */
        TokenToCheck: {
            /** @description An access token or a refresh token. */
            token: string;
            /**
             * @description The kind of the token. It is not needed.
             * @enum {string}
             */
            token_type_hint?: "access_token" | "refresh_token";
            /**
             * @description The id of the client, if there is no `Authorization` header.
             * @example cl_7Qm2v9XcT4bLw8Kz
             */
            client_id?: string;
            /** @description The secret of the client, if there is no `Authorization` header. A public client has none. */
            client_secret?: string;
        };
        /** @description What is known about a token (RFC 7662). A token that does not work has only `active: false`. */
        TokenState: {
            /** @description Whether the token works. */
            active: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description Who signed in. The scopes of the token decide which members there are. */
        UserInfo: {
            /**
             * @description The id of the user.
             * @example x2Kd83jfLw0qPzR7vT1mNb4Yc
             */
            sub: string;
        } & {
            [key: string]: unknown;
        };
        /** @description What this authorization server can do, and where (RFC 8414, OpenID Connect Discovery). */
        AuthorizationServer: {
            /**
             * Format: uri
             * @description The issuer of the tokens: the public address.
             */
            issuer: string;
            /**
             * Format: uri
             * @description Where a browser signs in.
             */
            authorization_endpoint: string;
            /**
             * Format: uri
             * @description Where clients get tokens.
             */
            token_endpoint: string;
            /**
             * Format: uri
             * @description Where a device gets its codes.
             */
            device_authorization_endpoint?: string;
            /**
             * Format: uri
             * @description Where the public keys are.
             */
            jwks_uri: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The public keys that verify tokens (RFC 7517). */
        PublicKeys: {
            /** @description One key, or two while keys are rotated. */
            keys: {
                [key: string]: unknown;
            }[];
        };
        /** @description What the campaign gives: a coupon, points, or a survey. */
        ClaimCouponEffect: {
            /**
             * @description Always `claim_coupon`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "claim_coupon";
            /**
             * @description The coupon of `claim_coupon`
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            coupon_id: string;
        };
        /** @description What the campaign gives: a coupon, points, or a survey. */
        TransactionEffect: {
            /**
             * @description Always `transaction`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "transaction";
            /**
             * @description The stack of `transaction`
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            stack_id: string;
            /**
             * @description The value of `transaction`: a whole number, or CEL that results in one
             * @example event.amount / 100
             */
            value: number | string;
            /**
             * @description The block of `transaction`; the stack's first block by default
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            block_id?: string;
        };
        /** @description What the campaign gives: a coupon, points, or a survey. */
        AskSurveyEffect: {
            /**
             * @description Always `ask_survey`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "ask_survey";
            /**
             * @description The survey of `ask_survey`
             * @example 01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11
             */
            survey_id: string;
        };
        /** @description What the user would get: a coupon, points, or a survey. */
        SimulatedCoupon: {
            /**
             * @description Always `claim_coupon`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "claim_coupon";
            /** @description The coupon of `claim_coupon`. */
            coupon_id: string;
        };
        /** @description What the user would get: a coupon, points, or a survey. */
        SimulatedTransaction: {
            /**
             * @description Always `transaction`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "transaction";
            /** @description The stack of `transaction`. */
            stack_id: string;
            /** @description The points of `transaction`; negative for a debit. */
            value: number;
            /** @description The block of `transaction`. */
            block_id?: string;
        };
        /** @description What the user would get: a coupon, points, or a survey. */
        SimulatedSurvey: {
            /**
             * @description Always `ask_survey`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "ask_survey";
            /** @description The survey of `ask_survey`. */
            survey_id: string;
        };
        /** @description The time over which a cap counts. */
        TotalWindow: {
            /**
             * @description Always `total`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "total";
        };
        /** @description The time over which a cap counts. */
        RollingWindow: {
            /**
             * @description Always `rolling`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "rolling";
            /**
             * @description The length of a `rolling` window
             * @example 86400
             */
            seconds: number;
        };
        /** @description The time over which a cap counts. */
        CalendarWindow: {
            /**
             * @description Always `calendar`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "calendar";
            /**
             * @description The unit of a `calendar` window; weeks begin on Monday
             * @enum {string}
             */
            unit: "day" | "week" | "month" | "year";
            /**
             * @description The time zone of a `calendar` window
             * @example Europe/Amsterdam
             */
            timezone: string;
        };
        /** @description How often the campaign rewards one user, or all users together. */
        UserCap: {
            /**
             * @description Always `user`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            scope: "user";
            /** @description The time over which the cap counts. */
            window: components["schemas"]["Window"];
            /**
             * @description At most 10,000 with the scope `campaign` and a `rolling` window
             * @example 1
             */
            max: number;
        };
        /** @description How often the campaign rewards one user, or all users together. */
        CampaignCap: {
            /**
             * @description Always `campaign`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            scope: "campaign";
            /** @description The time over which the cap counts. */
            window: components["schemas"]["Window"];
            /**
             * @description At most 10,000 with the scope `campaign` and a `rolling` window
             * @example 1
             */
            max: number;
        };
        /** @description A user got a coupon slip. */
        CouponSlipClaimedWebhookEvent: {
            /**
             * @description Always `coupon-slip-claimed-event`.
             * @constant
             */
            name: "coupon-slip-claimed-event";
            /** @description What happened. */
            data: components["schemas"]["CouponSlip"];
        };
        /** @description The balance of a user changed. */
        TransactionCreatedWebhookEvent: {
            /**
             * @description Always `transaction-created`.
             * @constant
             */
            name: "transaction-created";
            /** @description What happened. */
            data: components["schemas"]["Transaction"];
        };
        /** @description A user answered a question of a survey. */
        SurveyAnswerSubmittedWebhookEvent: {
            /**
             * @description Always `survey-answer-submitted`.
             * @constant
             */
            name: "survey-answer-submitted";
            /** @description What happened. */
            data: components["schemas"]["SurveyAnswer"];
        };
        /** @description A registration is complete, but not confirmed by mail yet. */
        UserRegisteredWebhookEvent: {
            /**
             * @description Always `user-registered`.
             * @constant
             */
            name: "user-registered";
            /** @description What happened. */
            data: components["schemas"]["WebhookUser"];
        };
        /** @description A user has confirmed the mail and is active. */
        UserActivatedWebhookEvent: {
            /**
             * @description Always `user-activated`.
             * @constant
             */
            name: "user-activated";
            /** @description What happened. */
            data: components["schemas"]["WebhookUser"];
        };
        /** @description An account was closed: every call answers 404 for it. */
        UserDeletedWebhookEvent: {
            /**
             * @description Always `user-deleted`.
             * @constant
             */
            name: "user-deleted";
            /** @description What happened. */
            data: components["schemas"]["WebhookUser"];
        };
        /** @description A user was connected to an account at a provider. */
        ConnectionCreatedWebhookEvent: {
            /**
             * @description Always `connection-created`.
             * @constant
             */
            name: "connection-created";
            /** @description What happened. */
            data: components["schemas"]["ConnectionCreated"];
        };
        /** @description A user has answered an opt-in, or changed the answer. */
        OptinChangedWebhookEvent: {
            /**
             * @description Always `optin-changed`.
             * @constant
             */
            name: "optin-changed";
            /** @description What happened. */
            data: components["schemas"]["OptinChanged"];
        };
        /** @description A card was added to the account of a user. */
        CardAddedWebhookEvent: {
            /**
             * @description Always `card-added`.
             * @constant
             */
            name: "card-added";
            /** @description What happened. */
            data: components["schemas"]["CardAdded"];
        };
        /** @description The newest file of a segment is processed. */
        SegmentProcessedWebhookEvent: {
            /**
             * @description Always `segment-processed`.
             * @constant
             */
            name: "segment-processed";
            /** @description What happened. */
            data: components["schemas"]["SegmentProcessed"];
        };
        /** @description At most a tenth of the codes of a coupon is left. */
        CouponStockLowWebhookEvent: {
            /**
             * @description Always `coupon-stock-low`.
             * @constant
             */
            name: "coupon-stock-low";
            /** @description What happened. */
            data: components["schemas"]["CouponStockLow"];
        };
        /** @description Another webhook of the same client was disabled. */
        WebhookDisabledWebhookEvent: {
            /**
             * @description Always `webhook-disabled`.
             * @constant
             */
            name: "webhook-disabled";
            /** @description What happened. */
            data: components["schemas"]["DisabledWebhook"];
        };
        /** @description The body of a delivery. A ping has no events. */
        WebhookDelivery: {
            /** @description The events, in their order. */
            events: (components["schemas"]["CouponSlipClaimedWebhookEvent"] | components["schemas"]["TransactionCreatedWebhookEvent"] | components["schemas"]["SurveyAnswerSubmittedWebhookEvent"] | components["schemas"]["UserRegisteredWebhookEvent"] | components["schemas"]["UserActivatedWebhookEvent"] | components["schemas"]["UserDeletedWebhookEvent"] | components["schemas"]["ConnectionCreatedWebhookEvent"] | components["schemas"]["OptinChangedWebhookEvent"] | components["schemas"]["CardAddedWebhookEvent"] | components["schemas"]["SegmentProcessedWebhookEvent"] | components["schemas"]["CouponStockLowWebhookEvent"] | components["schemas"]["WebhookDisabledWebhookEvent"])[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type EventDefinition = components['schemas']['EventDefinition'];
export type RetiredDefinition = components['schemas']['RetiredDefinition'];
export type AcceptedEvent = components['schemas']['AcceptedEvent'];
export type ItemProblem = components['schemas']['ItemProblem'];
export type BatchItemResult = components['schemas']['BatchItemResult'];
export type BatchItem = components['schemas']['BatchItem'];
export type ValidData = components['schemas']['ValidData'];
export type StoredDefinition = components['schemas']['StoredDefinition'];
export type Outcome = components['schemas']['Outcome'];
export type LoggedEventWithOutcomes = components['schemas']['LoggedEventWithOutcomes'];
export type EventStats = components['schemas']['EventStats'];
export type Connection = components['schemas']['Connection'];
export type ConnectionRef = components['schemas']['ConnectionRef'];
export type UserDetails = components['schemas']['UserDetails'];
export type AdminUser = components['schemas']['AdminUser'];
export type FoundUser = components['schemas']['FoundUser'];
export type UserExport = components['schemas']['UserExport'];
export type Deleted = components['schemas']['Deleted'];
export type Representation = components['schemas']['Representation'];
export type Image = components['schemas']['Image'];
export type Avatar = components['schemas']['Avatar'];
export type Currency = components['schemas']['Currency'];
export type CardPresentation = components['schemas']['CardPresentation'];
export type DefinitionOfCard = components['schemas']['DefinitionOfCard'];
export type ColorMode = components['schemas']['ColorMode'];
export type ColorModes = components['schemas']['ColorModes'];
export type CardTier = components['schemas']['CardTier'];
export type Card = components['schemas']['Card'];
export type ImageData = components['schemas']['ImageData'];
export type CouponImage = components['schemas']['CouponImage'];
export type TicketDisplay = components['schemas']['TicketDisplay'];
export type Ticket = components['schemas']['Ticket'];
export type UserSlip = components['schemas']['UserSlip'];
export type Balance = components['schemas']['Balance'];
export type AnswerChoice = components['schemas']['AnswerChoice'];
export type Question = components['schemas']['Question'];
export type SurveyAnswer = components['schemas']['SurveyAnswer'];
export type AskedSurvey = components['schemas']['AskedSurvey'];
export type OptinPurpose = components['schemas']['OptinPurpose'];
export type OptinUpdate = components['schemas']['OptinUpdate'];
export type Optin = components['schemas']['Optin'];
export type UserSegment = components['schemas']['UserSegment'];
export type Wallet = components['schemas']['Wallet'];
export type TimelineEntry = components['schemas']['TimelineEntry'];
export type Username = components['schemas']['Username'];
export type FoundCredentials = components['schemas']['FoundCredentials'];
export type Credentials = components['schemas']['Credentials'];
export type Continuation = components['schemas']['Continuation'];
export type Availability = components['schemas']['Availability'];
export type NewCredentials = components['schemas']['NewCredentials'];
export type Registration = components['schemas']['Registration'];
export type NextStep = components['schemas']['NextStep'];
export type AuthNonce = components['schemas']['AuthNonce'];
export type MailedNonce = components['schemas']['MailedNonce'];
export type Activated = components['schemas']['Activated'];
export type PendingRegistration = components['schemas']['PendingRegistration'];
export type ConfirmedActivation = components['schemas']['ConfirmedActivation'];
export type ActivationWithPassword = components['schemas']['ActivationWithPassword'];
export type RemovedRegistration = components['schemas']['RemovedRegistration'];
export type Renewal = components['schemas']['Renewal'];
export type ForgottenPassword = components['schemas']['ForgottenPassword'];
export type PasswordReset = components['schemas']['PasswordReset'];
export type PasswordChange = components['schemas']['PasswordChange'];
export type FieldValidator = components['schemas']['FieldValidator'];
export type PersonField = components['schemas']['PersonField'];
export type PersonFields = components['schemas']['PersonFields'];
export type NewPerson = components['schemas']['NewPerson'];
export type Person = components['schemas']['Person'];
export type PersonData = components['schemas']['PersonData'];
export type PersonChange = components['schemas']['PersonChange'];
export type DeletedUser = components['schemas']['DeletedUser'];
export type DeletionRequested = components['schemas']['DeletionRequested'];
export type NewClient = components['schemas']['NewClient'];
export type CreatedClient = components['schemas']['CreatedClient'];
export type Client = components['schemas']['Client'];
export type ClientChange = components['schemas']['ClientChange'];
export type NewSecret = components['schemas']['NewSecret'];
export type Operator = components['schemas']['Operator'];
export type NewOperator = components['schemas']['NewOperator'];
export type InvitedOperator = components['schemas']['InvitedOperator'];
export type OperatorChange = components['schemas']['OperatorChange'];
export type ProviderSettings = components['schemas']['ProviderSettings'];
export type Provider = components['schemas']['Provider'];
export type RotatedKey = components['schemas']['RotatedKey'];
export type MailText = components['schemas']['MailText'];
export type MailWords = components['schemas']['MailWords'];
export type UnsavedMailWords = components['schemas']['UnsavedMailWords'];
export type MailPreview = components['schemas']['MailPreview'];
export type ImportedCard = components['schemas']['ImportedCard'];
export type ImportedOptin = components['schemas']['ImportedOptin'];
export type ImportedBalance = components['schemas']['ImportedBalance'];
export type Member = components['schemas']['Member'];
export type BegunImport = components['schemas']['BegunImport'];
export type MemberImport = components['schemas']['MemberImport'];
export type MemberImportFault = components['schemas']['MemberImportFault'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type UserCards = components['schemas']['UserCards'];
export type CardToAdd = components['schemas']['CardToAdd'];
export type RemovedCard = components['schemas']['RemovedCard'];
export type NewRepresentation = components['schemas']['NewRepresentation'];
export type NewCardPresentation = components['schemas']['NewCardPresentation'];
export type NewTier = components['schemas']['NewTier'];
export type NewCardDefinition = components['schemas']['NewCardDefinition'];
export type CardDefinition = components['schemas']['CardDefinition'];
export type CardsToIssue = components['schemas']['CardsToIssue'];
export type IssuedCard = components['schemas']['IssuedCard'];
export type IssuedCards = components['schemas']['IssuedCards'];
export type CardChange = components['schemas']['CardChange'];
export type CardTransfer = components['schemas']['CardTransfer'];
export type CardToLink = components['schemas']['CardToLink'];
export type OptinAnswer = components['schemas']['OptinAnswer'];
export type OptinAnswers = components['schemas']['OptinAnswers'];
export type NewOptin = components['schemas']['NewOptin'];
export type OptinDefinition = components['schemas']['OptinDefinition'];
export type RetiredOptin = components['schemas']['RetiredOptin'];
export type ExternalSegment = components['schemas']['ExternalSegment'];
export type SegmentMember = components['schemas']['SegmentMember'];
export type DeletedSegment = components['schemas']['DeletedSegment'];
export type DeadLetter = components['schemas']['DeadLetter'];
export type DeadLetterWithPayload = components['schemas']['DeadLetterWithPayload'];
export type Replayed = components['schemas']['Replayed'];
export type Wrong = components['schemas']['Wrong'];
export type ConsumerLag = components['schemas']['ConsumerLag'];
export type ServiceHealth = components['schemas']['ServiceHealth'];
export type PlatformHealth = components['schemas']['PlatformHealth'];
export type ReplayDeadLetters = components['schemas']['ReplayDeadLetters'];
export type Job = components['schemas']['Job'];
export type NewReconciliation = components['schemas']['NewReconciliation'];
export type ReconciliationDifference = components['schemas']['ReconciliationDifference'];
export type Reconciliation = components['schemas']['Reconciliation'];
export type ProbeStepTaken = components['schemas']['ProbeStepTaken'];
export type ProbeResult = components['schemas']['ProbeResult'];
export type NewWebhook = components['schemas']['NewWebhook'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookDisabling = components['schemas']['WebhookDisabling'];
export type WebhookQueue = components['schemas']['WebhookQueue'];
export type WebhookDetails = components['schemas']['WebhookDetails'];
export type WebhookChange = components['schemas']['WebhookChange'];
export type WebhookSecret = components['schemas']['WebhookSecret'];
export type DeliveredEvent = components['schemas']['DeliveredEvent'];
export type AttemptPayload = components['schemas']['AttemptPayload'];
export type AttemptRequest = components['schemas']['AttemptRequest'];
export type AttemptAnswer = components['schemas']['AttemptAnswer'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type ReplaySince = components['schemas']['ReplaySince'];
export type WebhookStats = components['schemas']['WebhookStats'];
export type Resent = components['schemas']['Resent'];
export type SetAsideEvent = components['schemas']['SetAsideEvent'];
export type ResendChoice = components['schemas']['ResendChoice'];
export type TestEvent = components['schemas']['TestEvent'];
export type NewListener = components['schemas']['NewListener'];
export type Listener = components['schemas']['Listener'];
export type NewPortalSession = components['schemas']['NewPortalSession'];
export type PortalLink = components['schemas']['PortalLink'];
export type Trigger = components['schemas']['Trigger'];
export type Audience = components['schemas']['Audience'];
export type Effect = components['schemas']['Effect'];
export type Window = components['schemas']['Window'];
export type Cap = components['schemas']['Cap'];
export type Budget = components['schemas']['Budget'];
export type NewCampaign = components['schemas']['NewCampaign'];
export type NewBacktest = components['schemas']['NewBacktest'];
export type BegunBacktest = components['schemas']['BegunBacktest'];
export type Backtest = components['schemas']['Backtest'];
export type CampaignFault = components['schemas']['CampaignFault'];
export type CampaignValidation = components['schemas']['CampaignValidation'];
export type AudienceToCount = components['schemas']['AudienceToCount'];
export type AudienceSize = components['schemas']['AudienceSize'];
export type NewName = components['schemas']['NewName'];
export type CampaignUse = components['schemas']['CampaignUse'];
export type Campaign = components['schemas']['Campaign'];
export type CampaignRun = components['schemas']['CampaignRun'];
export type CampaignVersion = components['schemas']['CampaignVersion'];
export type DeletedCampaign = components['schemas']['DeletedCampaign'];
export type CampaignStats = components['schemas']['CampaignStats'];
export type NewSimulation = components['schemas']['NewSimulation'];
export type SimulatedStep = components['schemas']['SimulatedStep'];
export type SimulatedEffect = components['schemas']['SimulatedEffect'];
export type Simulation = components['schemas']['Simulation'];
export type CodeSlip = components['schemas']['CodeSlip'];
export type CouponCode = components['schemas']['CouponCode'];
export type CodeGeneration = components['schemas']['CodeGeneration'];
export type NewCodes = components['schemas']['NewCodes'];
export type Coupon = components['schemas']['Coupon'];
export type BegunCodeImport = components['schemas']['BegunCodeImport'];
export type CodeImport = components['schemas']['CodeImport'];
export type CodeImportFault = components['schemas']['CodeImportFault'];
export type SlipFlags = components['schemas']['SlipFlags'];
export type TicketCode = components['schemas']['TicketCode'];
export type NewImageData = components['schemas']['NewImageData'];
export type NewCouponImage = components['schemas']['NewCouponImage'];
export type NewTicketDisplay = components['schemas']['NewTicketDisplay'];
export type NewCoupon = components['schemas']['NewCoupon'];
export type NewCorrection = components['schemas']['NewCorrection'];
export type Correction = components['schemas']['Correction'];
export type LedgerEntry = components['schemas']['LedgerEntry'];
export type NewBlock = components['schemas']['NewBlock'];
export type NewStack = components['schemas']['NewStack'];
export type Block = components['schemas']['Block'];
export type Stack = components['schemas']['Stack'];
export type Survey = components['schemas']['Survey'];
export type NewSurveyAnswer = components['schemas']['NewSurveyAnswer'];
export type NewAnswerChoice = components['schemas']['NewAnswerChoice'];
export type NewQuestion = components['schemas']['NewQuestion'];
export type NewSurvey = components['schemas']['NewSurvey'];
export type ChosenAnswer = components['schemas']['ChosenAnswer'];
export type QuestionResult = components['schemas']['QuestionResult'];
export type SurveyResults = components['schemas']['SurveyResults'];
export type CampaignByName = components['schemas']['CampaignByName'];
export type Difference = components['schemas']['Difference'];
export type DryRun = components['schemas']['DryRun'];
export type CouponByName = components['schemas']['CouponByName'];
export type StackByName = components['schemas']['StackByName'];
export type SurveyByName = components['schemas']['SurveyByName'];
export type OptinByName = components['schemas']['OptinByName'];
export type CardDefinitionByName = components['schemas']['CardDefinitionByName'];
export type ClientByName = components['schemas']['ClientByName'];
export type WebhookByName = components['schemas']['WebhookByName'];
export type NewNamedWebhook = components['schemas']['NewNamedWebhook'];
export type CouponSlip = components['schemas']['CouponSlip'];
export type Transaction = components['schemas']['Transaction'];
export type WebhookUser = components['schemas']['WebhookUser'];
export type ConnectionCreated = components['schemas']['ConnectionCreated'];
export type OptinChanged = components['schemas']['OptinChanged'];
export type CardAdded = components['schemas']['CardAdded'];
export type SegmentProcessed = components['schemas']['SegmentProcessed'];
export type CouponStockLow = components['schemas']['CouponStockLow'];
export type DisabledWebhook = components['schemas']['DisabledWebhook'];
export type Problem = components['schemas']['Problem'];
export type Fault = components['schemas']['Fault'];
export type Usage = components['schemas']['Usage'];
export type OAuthError = components['schemas']['OAuthError'];
export type TokenRequest = components['schemas']['TokenRequest'];
export type AuthorizationRequest = components['schemas']['AuthorizationRequest'];
export type LogoutRequest = components['schemas']['LogoutRequest'];
export type DeviceRequest = components['schemas']['DeviceRequest'];
export type DeviceCodes = components['schemas']['DeviceCodes'];
export type Tokens = components['schemas']['Tokens'];
export type TokenToCheck = components['schemas']['TokenToCheck'];
export type TokenState = components['schemas']['TokenState'];
export type UserInfo = components['schemas']['UserInfo'];
export type AuthorizationServer = components['schemas']['AuthorizationServer'];
export type PublicKeys = components['schemas']['PublicKeys'];
export type ClaimCouponEffect = components['schemas']['ClaimCouponEffect'];
export type TransactionEffect = components['schemas']['TransactionEffect'];
export type AskSurveyEffect = components['schemas']['AskSurveyEffect'];
export type SimulatedCoupon = components['schemas']['SimulatedCoupon'];
export type SimulatedTransaction = components['schemas']['SimulatedTransaction'];
export type SimulatedSurvey = components['schemas']['SimulatedSurvey'];
export type TotalWindow = components['schemas']['TotalWindow'];
export type RollingWindow = components['schemas']['RollingWindow'];
export type CalendarWindow = components['schemas']['CalendarWindow'];
export type UserCap = components['schemas']['UserCap'];
export type CampaignCap = components['schemas']['CampaignCap'];
export type CouponSlipClaimedWebhookEvent = components['schemas']['CouponSlipClaimedWebhookEvent'];
export type TransactionCreatedWebhookEvent = components['schemas']['TransactionCreatedWebhookEvent'];
export type SurveyAnswerSubmittedWebhookEvent = components['schemas']['SurveyAnswerSubmittedWebhookEvent'];
export type UserRegisteredWebhookEvent = components['schemas']['UserRegisteredWebhookEvent'];
export type UserActivatedWebhookEvent = components['schemas']['UserActivatedWebhookEvent'];
export type UserDeletedWebhookEvent = components['schemas']['UserDeletedWebhookEvent'];
export type ConnectionCreatedWebhookEvent = components['schemas']['ConnectionCreatedWebhookEvent'];
export type OptinChangedWebhookEvent = components['schemas']['OptinChangedWebhookEvent'];
export type CardAddedWebhookEvent = components['schemas']['CardAddedWebhookEvent'];
export type SegmentProcessedWebhookEvent = components['schemas']['SegmentProcessedWebhookEvent'];
export type CouponStockLowWebhookEvent = components['schemas']['CouponStockLowWebhookEvent'];
export type WebhookDisabledWebhookEvent = components['schemas']['WebhookDisabledWebhookEvent'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type $defs = Record<string, never>;
export interface operations {
    "Events.get": {
        parameters: {
            query?: {
                /** @description The number of a version; the newest by default. */
                version?: number;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The name of the event. */
                event_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description StoredDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredDefinition"];
                };
            };
        };
    };
    "Events.define": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The name of the event. */
                event_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description EventDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDefinition"];
                };
            };
        };
    };
    "Events.retire": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The name of the event. */
                event_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description RetiredDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetiredDefinition"];
                };
            };
        };
    };
    "Events.submit": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
                /** @description The name of the event. */
                event_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description AcceptedEvent */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedEvent"];
                };
            };
        };
    };
    "Events.submitMany": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "user_id": "x2Kd83jfLw0qPzR7vT1mNb4Yc",
                 *         "event_name": "purchase",
                 *         "data": {
                 *           "amount": 1250
                 *         },
                 *         "time": "2026-11-21T09:30:00Z"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["BatchItem"][];
            };
        };
        responses: {
            /** @description A list of BatchItemResult */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchItemResult"][];
                };
            };
        };
    };
    "Events.validate": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The name of the event. */
                event_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description ValidData */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidData"];
                };
            };
        };
    };
    "Events.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only what has this in its name, in any case */
                q?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of StoredDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredDefinition"][];
                };
            };
        };
    };
    "Events.versions": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The name of the event. */
                event_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of StoredDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredDefinition"][];
                };
            };
        };
    };
    "Events.ofUser": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only what happened at this moment or later */
                since?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of LoggedEventWithOutcomes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoggedEventWithOutcomes"][];
                };
            };
        };
    };
    "EventStats.statsOfAll": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description The length of a bucket; they begin in UTC */
                bucket?: "hour" | "day";
                /** @description Only the bucket of this moment and later ones */
                since?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of EventStats */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventStats"][];
                };
            };
        };
    };
    "EventStats.stats": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description The length of a bucket; they begin in UTC */
                bucket?: "hour" | "day";
                /** @description Only the bucket of this moment and later ones */
                since?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The name of the event. */
                event_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of EventStats */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventStats"][];
                };
            };
        };
    };
    "EventTail.tail": {
        parameters: {
            query?: {
                /** @description Only events of this name */
                event_name?: string;
                /** @description Only accepted or only refused events */
                outcome?: "accepted" | "refused";
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, as server-sent events `accepted` and `refused` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example retry: 1000
                     *
                     *     id: 1042.16
                     *
                     *     id: 1042.17
                     *     event: accepted
                     *     data: {"id":"01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11","event_name":"purchase","user_id":"…","data":{"amount":1250}}
                     *
                     *     id: 1042.18
                     *     event: refused
                     *     data: {"event_name":"purchase","user_id":"…","problem":{"code":"event-data-invalid","detail":"…"},"omitted":0}
                     */
                    "text/event-stream": string;
                };
            };
        };
    };
    "Users.find": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description Name of a configured OpenID provider */
                provider_name: string;
                /** @description The user's identifier at the provider */
                owner_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Connection */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
        };
    };
    "Users.ensure": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description Name of a configured OpenID provider */
                provider_name: string;
                /** @description The user's identifier at the provider */
                owner_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Connection */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
        };
    };
    "Users.connections": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of Connection */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"][];
                };
            };
        };
    };
    "Users.connect": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider_name": "demo",
                 *       "owner_id": "248289761001"
                 *     }
                 */
                "application/json": components["schemas"]["ConnectionRef"];
            };
        };
        responses: {
            /** @description Connection */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
        };
    };
    "Users.details": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description UserDetails */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDetails"];
                };
            };
        };
    };
    "AdminUsers.search": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description The whole name of the user. */
                username?: string;
                /** @description The name of a provider, together with `owner_id`. */
                provider_name?: string;
                /** @description The user's identifier at the provider, together with `provider_name`. */
                owner_id?: string;
                /** @description How a name, mail address, owner id or card number begins, or a whole user id. Give it alone. */
                q?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of FoundUser with `q`, else a list of AdminUser */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["FoundUser"] | components["schemas"]["AdminUser"])[];
                };
            };
        };
    };
    "AdminUsers.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description AdminUser */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUser"];
                };
            };
        };
    };
    "AdminUsers.export": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description UserExport */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserExport"];
                };
            };
        };
    };
    "AdminUsers.deactivate": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description AdminUser */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUser"];
                };
            };
        };
    };
    "AdminUsers.reactivate": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description AdminUser */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUser"];
                };
            };
        };
    };
    "AdminUsers.restore": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description AdminUser */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUser"];
                };
            };
        };
    };
    "AdminUsers.disconnect": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description Name of a configured OpenID provider */
                provider_name: string;
                /** @description The user's identifier at the provider */
                owner_id: string;
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    "UserLife.wallet": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Wallet */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Wallet"];
                };
            };
        };
    };
    "UserLife.timeline": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only what happened at this moment or later */
                since?: string;
                /** @description Only entries of this type */
                type?: "event" | "coupon-slip-claimed" | "coupon-slip-redeemed" | "coupon-slip-expired" | "transaction-created" | "survey-asked" | "survey-answer-submitted" | "card-added" | "optin-changed" | "user-created" | "registration-begun" | "user-activated" | "first-sign-in" | "person-entered" | "person-changed" | "connection-created" | "user-deactivated" | "user-closed";
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of TimelineEntry */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimelineEntry"][];
                };
            };
        };
    };
    "Credentials.find": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "anna@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["Username"];
            };
        };
        responses: {
            /** @description FoundCredentials */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundCredentials"];
                };
            };
        };
    };
    "Credentials.continue": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "anna@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description Continuation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Continuation"];
                };
            };
        };
    };
    "Credentials.available": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "anna@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["Username"];
            };
        };
        responses: {
            /** @description Availability */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Availability"];
                };
            };
        };
    };
    "Credentials.register": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "anna@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["NewCredentials"];
            };
        };
        responses: {
            /** @description Registration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Registration"];
                };
            };
        };
    };
    "Registration.nextStep": {
        parameters: {
            query: {
                /** @description The nonce from the answer of row 10 or 12. */
                auth_nonce: string;
                /** @description Steps to skip, 1 to 4 */
                "skip[]"?: number[];
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description NextStep */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NextStep"];
                };
            };
            /** @description No step is missing */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Registration.complete": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "auth_nonce": "kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4"
                 *     }
                 */
                "application/json": components["schemas"]["AuthNonce"];
            };
        };
        responses: {
            /** @description The service sends the mail */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Activation.activate": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nonce": "kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4"
                 *     }
                 */
                "application/json": components["schemas"]["MailedNonce"];
            };
        };
        responses: {
            /** @description Activated */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activated"];
                };
            };
        };
    };
    "Activation.pending": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nonce": "kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4"
                 *     }
                 */
                "application/json": components["schemas"]["MailedNonce"];
            };
        };
        responses: {
            /** @description PendingRegistration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingRegistration"];
                };
            };
        };
    };
    "Activation.confirm": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nonce": "kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmedActivation"];
            };
        };
        responses: {
            /** @description Activated */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activated"];
                };
            };
        };
    };
    "Activation.activateWithPassword": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nonce": "kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["ActivationWithPassword"];
            };
        };
        responses: {
            /** @description Activated */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activated"];
                };
            };
        };
    };
    "Activation.reject": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nonce": "kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4"
                 *     }
                 */
                "application/json": components["schemas"]["MailedNonce"];
            };
        };
        responses: {
            /** @description RemovedRegistration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedRegistration"];
                };
            };
        };
    };
    "Activation.renew": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nonce": "kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4"
                 *     }
                 */
                "application/json": components["schemas"]["MailedNonce"];
            };
        };
        responses: {
            /** @description Renewal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Renewal"];
                };
            };
        };
    };
    "Activation.resend": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "anna@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["Username"];
            };
        };
        responses: {
            /** @description The service mails the link if the name has an account without activation; the answer is the same for every name */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Passwords.forgot": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "anna@example.com",
                 *       "password_url": "https://shop.example/new-password"
                 *     }
                 */
                "application/json": components["schemas"]["ForgottenPassword"];
            };
        };
        responses: {
            /** @description The service mails the link if the name has an account; the answer is the same for every name */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Passwords.renew": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nonce": "kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4"
                 *     }
                 */
                "application/json": components["schemas"]["MailedNonce"];
            };
        };
        responses: {
            /** @description Renewal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Renewal"];
                };
            };
        };
    };
    "Passwords.reset": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nonce": "kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description The password is set, and the user gets a mail about it */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Passwords.change": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery",
                 *       "new_password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description The password is changed, and the user gets a mail about it */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Person.fields": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description PersonFields */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonFields"];
                };
            };
        };
    };
    "Person.save": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "auth_nonce": "kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4",
                 *       "firstName": "Anna",
                 *       "infix": "van der",
                 *       "lastName": "Berg",
                 *       "gender": "f",
                 *       "dateOfBirth": "1990-02-28",
                 *       "postalCode": "1011 AB",
                 *       "nickname": "Annie"
                 *     }
                 */
                "application/json": components["schemas"]["NewPerson"];
            };
        };
        responses: {
            /** @description Person */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    "Person.me": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description PersonData */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonData"];
                };
            };
        };
    };
    "Person.change": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "firstName": "Anna",
                 *       "infix": "van der",
                 *       "lastName": "Berg",
                 *       "gender": "f",
                 *       "dateOfBirth": "1990-02-28",
                 *       "postalCode": "1011 AB",
                 *       "nickname": "Annie"
                 *     }
                 */
                "application/json": components["schemas"]["PersonChange"];
            };
        };
        responses: {
            /** @description PersonData */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonData"];
                };
            };
        };
    };
    "Person.details": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Person */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    "Deletion.close": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description DeletedUser */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedUser"];
                };
            };
        };
    };
    "Deletion.request": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description DeletionRequested */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionRequested"];
                };
            };
        };
    };
    "Deletion.finish": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nonce": "kX3Zr8VbQ0mJp6TnYw1cLf5GdHs7uAeBiKoRxNtMvE4"
                 *     }
                 */
                "application/json": components["schemas"]["MailedNonce"];
            };
        };
        responses: {
            /** @description DeletedUser */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedUser"];
                };
            };
        };
    };
    "Clients.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only what has this in its name, in any case */
                q?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of Client */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"][];
                };
            };
        };
    };
    "Clients.create": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop",
                 *       "scopes": [
                 *         "users:read",
                 *         "registration"
                 *       ],
                 *       "origins": [
                 *         "https://app.shop.example"
                 *       ],
                 *       "redirect_uris": [
                 *         "https://shop.example/callback"
                 *       ],
                 *       "activation_url": "https://shop.example/activate",
                 *       "deletion_url": "https://shop.example/delete",
                 *       "password_url": "https://shop.example/new-password",
                 *       "contact_email": "operations@shop.example",
                 *       "rate_limit": 50000
                 *     }
                 */
                "application/json": components["schemas"]["NewClient"];
            };
        };
        responses: {
            /** @description CreatedClient */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedClient"];
                };
            };
        };
    };
    "Clients.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the client. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Client */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
        };
    };
    "Clients.remove": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the client. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    "Clients.change": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the client. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop",
                 *       "scopes": [
                 *         "users:read",
                 *         "registration"
                 *       ],
                 *       "origins": [
                 *         "https://app.shop.example"
                 *       ],
                 *       "redirect_uris": [
                 *         "https://shop.example/callback"
                 *       ],
                 *       "activation_url": "https://shop.example/activate",
                 *       "deletion_url": "https://shop.example/delete",
                 *       "password_url": "https://shop.example/new-password",
                 *       "contact_email": "operations@shop.example",
                 *       "rate_limit": 50000
                 *     }
                 */
                "application/json": components["schemas"]["ClientChange"];
            };
        };
        responses: {
            /** @description Client */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
        };
    };
    "Clients.addSecret": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the client. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description NewSecret */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSecret"];
                };
            };
        };
    };
    "Clients.promoteSecret": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the client. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Client */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
        };
    };
    "Clients.retireSecret": {
        parameters: {
            query?: {
                /** @description Whether to revoke all tokens of the client at once; otherwise tokens obtained with the previous secret live for up to 15 minutes */
                revoke_tokens?: boolean;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the client. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Client */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
        };
    };
    "OwnOperator.me": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Operator */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    "Operators.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only what has this in its name, in any case */
                q?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of Operator */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"][];
                };
            };
        };
    };
    "Operators.create": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Olga Owner",
                 *       "email": "olga@shop.example",
                 *       "role": "marketer"
                 *     }
                 */
                "application/json": components["schemas"]["NewOperator"];
            };
        };
        responses: {
            /** @description InvitedOperator */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedOperator"];
                };
            };
        };
    };
    "Operators.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the operator. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Operator */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    "Operators.remove": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the operator. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    "Operators.change": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the operator. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Olga Owner",
                 *       "role": "support",
                 *       "state": "blocked"
                 *     }
                 */
                "application/json": components["schemas"]["OperatorChange"];
            };
        };
        responses: {
            /** @description Operator */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    "Operators.resetFactors": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the operator. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Operator */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    "Operators.invite": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the operator. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description InvitedOperator */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedOperator"];
                };
            };
        };
    };
    "Providers.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The name of the provider. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Provider */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
        };
    };
    "Providers.put": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The name of the provider. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "issuer": "https://login.example",
                 *       "client_ids": [
                 *         "shop-app"
                 *       ],
                 *       "jwks_uri": "https://login.example/jwks.json",
                 *       "client_id": "ces-sign-in",
                 *       "client_secret": "a-secret-of-the-provider",
                 *       "scopes": [
                 *         "openid",
                 *         "email"
                 *       ],
                 *       "operators": false
                 *     }
                 */
                "application/json": components["schemas"]["ProviderSettings"];
            };
        };
        responses: {
            /** @description Provider */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
        };
    };
    "Providers.remove": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The name of the provider. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    "Providers.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only what has this in its name, in any case */
                q?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of Provider */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"][];
                };
            };
        };
    };
    "Providers.rotate": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description RotatedKey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedKey"];
                };
            };
        };
    };
    "MailTexts.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of MailText */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailText"][];
                };
            };
        };
    };
    "MailTexts.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description What the mail is about. */
                kind: string;
                /** @description The language of the mail. */
                language: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description MailText */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailText"];
                };
            };
        };
    };
    "MailTexts.put": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description What the mail is about. */
                kind: string;
                /** @description The language of the mail. */
                language: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "Please confirm your e-mail address",
                 *       "greeting": "Welcome!",
                 *       "lines": [
                 *         "Your registration is almost complete."
                 *       ],
                 *       "button": "Activate my account",
                 *       "ending": [
                 *         "The link works once, for 24 hours."
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MailWords"];
            };
        };
        responses: {
            /** @description MailText */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailText"];
                };
            };
        };
    };
    "MailTexts.reset": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description What the mail is about. */
                kind: string;
                /** @description The language of the mail. */
                language: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description MailText */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailText"];
                };
            };
        };
    };
    "MailTexts.preview": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description What the mail is about. */
                kind: string;
                /** @description The language of the mail. */
                language: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "subject": "Please confirm your e-mail address",
                 *       "greeting": "Welcome!",
                 *       "lines": [
                 *         "Your registration is almost complete."
                 *       ],
                 *       "button": "Activate my account",
                 *       "ending": [
                 *         "The link works once, for 24 hours."
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UnsavedMailWords"];
            };
        };
        responses: {
            /** @description MailPreview */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailPreview"];
                };
            };
        };
    };
    "Imports.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of MemberImport */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberImport"][];
                };
            };
        };
    };
    "Imports.begin": {
        parameters: {
            query?: {
                /** @description Tries every line, counts, finds faults, and changes nothing */
                dry_run?: boolean;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * @description The format of the file. Without it, a file name that ends in .csv means CSV, and any other NDJSON.
                     * @example ndjson
                     * @enum {string}
                     */
                    format?: "ndjson" | "csv";
                    /**
                     * Format: binary
                     * @description UTF-8, up to 4 GiB. NDJSON: a Member per line. CSV: the first line names the columns.
                     */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description BegunImport */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BegunImport"];
                };
            };
        };
    };
    "Imports.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the import. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description MemberImport */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberImport"];
                };
            };
        };
    };
    "Imports.faults": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the import. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of MemberImportFault */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberImportFault"][];
                };
            };
        };
    };
    "Audit.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only what happened at this moment or later */
                since?: string;
                /** @description Only what this client or operator did */
                actor?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of AuditEntry */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
        };
    };
    "Cards.ofUser": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description UserCards */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserCards"];
                };
            };
        };
    };
    "Cards.add": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "identifier": "6012345678"
                 *     }
                 */
                "application/json": components["schemas"]["CardToAdd"];
            };
        };
        responses: {
            /** @description Card */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"];
                };
            };
        };
    };
    "Cards.svg": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the card. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
        };
    };
    "Cards.png": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the card. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": Blob;
                };
            };
        };
    };
    "Cards.feature": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the card. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Card */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"];
                };
            };
        };
    };
    "Cards.remove": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the card. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description RemovedCard */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedCard"];
                };
            };
        };
    };
    "CardDefinitions.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only what has this in its name, in any case */
                q?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of CardDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardDefinition"][];
                };
            };
        };
    };
    "CardDefinitions.create": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "loyalty"
                 *     }
                 */
                "application/json": components["schemas"]["NewCardDefinition"];
            };
        };
        responses: {
            /** @description CardDefinition */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardDefinition"];
                };
            };
        };
    };
    "CardDefinitions.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id or the name of the card definition. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CardDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardDefinition"];
                };
            };
        };
    };
    "CardDefinitions.put": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id or the name of the card definition. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "loyalty"
                 *     }
                 */
                "application/json": components["schemas"]["NewCardDefinition"];
            };
        };
        responses: {
            /** @description CardDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardDefinition"];
                };
            };
        };
    };
    "CardsAdmin.issue": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiration": "2030-01-01T00:00:00+00:00",
                 *       "identifiers": [
                 *         "6012345678"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CardsToIssue"];
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description One column without header; each line holds one card number
                     */
                    file: Blob;
                    /**
                     * @description Name or id of the card definition
                     * @default default
                     */
                    definition?: string;
                    /** @description Name or id of a tier; the first one by default */
                    tier?: string;
                    /**
                     * Format: date-time
                     * @description The moment when the cards expire; never by default.
                     */
                    expiration?: string;
                };
            };
        };
        responses: {
            /** @description IssuedCards */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedCards"];
                };
            };
        };
    };
    "CardsAdmin.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the card. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Card */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"];
                };
            };
        };
    };
    "CardsAdmin.change": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the card. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiration": "2030-01-01T00:00:00+00:00"
                 *     }
                 */
                "application/json": components["schemas"]["CardChange"];
            };
        };
        responses: {
            /** @description Card */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"];
                };
            };
        };
    };
    "CardsAdmin.withdraw": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the card. */
                id: string;
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description RemovedCard */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedCard"];
                };
            };
        };
    };
    "CardsAdmin.transfer": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the card. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "identifier": "6087654321"
                 *     }
                 */
                "application/json": components["schemas"]["CardTransfer"];
            };
        };
        responses: {
            /** @description Card */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"];
                };
            };
        };
    };
    "UserCards.link": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "identifier": "6012345678"
                 *     }
                 */
                "application/json": components["schemas"]["CardToLink"];
            };
        };
        responses: {
            /** @description Card */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"];
                };
            };
        };
    };
    "Optins.read": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Card number; the answer does not depend on it */
                identifier?: string;
                /** @description With a client token: the nonce of the registration */
                auth_nonce?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of Optin */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Optin"][];
                };
            };
        };
    };
    "Optins.change": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "optins": [
                 *         {
                 *           "optin_id": "01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11",
                 *           "optin": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["OptinAnswers"];
            };
        };
        responses: {
            /** @description A list of Optin */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Optin"][];
                };
            };
        };
    };
    "OptinsAdmin.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only what has this in its name, in any case */
                q?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of OptinDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptinDefinition"][];
                };
            };
        };
    };
    "OptinsAdmin.create": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": {
                 *         "en_GB": "Newsletter"
                 *       },
                 *       "description": {
                 *         "en_GB": "We may send you our newsletter."
                 *       },
                 *       "purpose": {
                 *         "name": "marketing",
                 *         "can_be_updated": true,
                 *         "required": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewOptin"];
            };
        };
        responses: {
            /** @description OptinDefinition */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptinDefinition"];
                };
            };
        };
    };
    "OptinsAdmin.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the opt-in. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OptinDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptinDefinition"];
                };
            };
        };
    };
    "OptinsAdmin.put": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the opt-in. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": {
                 *         "en_GB": "Newsletter"
                 *       },
                 *       "description": {
                 *         "en_GB": "We may send you our newsletter."
                 *       },
                 *       "purpose": {
                 *         "name": "marketing",
                 *         "can_be_updated": true,
                 *         "required": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewOptin"];
            };
        };
        responses: {
            /** @description OptinDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptinDefinition"];
                };
            };
        };
    };
    "OptinsAdmin.retire": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the opt-in. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description RetiredOptin */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetiredOptin"];
                };
            };
        };
    };
    "Segments.create": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * @description The name of the segment.
                     * @example Newsletter readers
                     */
                    title: string;
                    /**
                     * @description Name of a configured OpenID provider
                     * @example demo
                     */
                    identifier: string;
                    /**
                     * Format: binary
                     * @description UTF-8, one column without header; each line holds one identifier of the provider; up to 512 MiB
                     */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description ExternalSegment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalSegment"];
                };
            };
        };
    };
    "Segments.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of ExternalSegment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalSegment"][];
                };
            };
        };
    };
    "Segments.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the segment. */
                segment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ExternalSegment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalSegment"];
                };
            };
        };
    };
    "Segments.renew": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the segment. */
                segment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * @description The name of the segment.
                     * @example Newsletter readers
                     */
                    title: string;
                    /**
                     * @description Name of a configured OpenID provider
                     * @example demo
                     */
                    identifier: string;
                    /**
                     * Format: binary
                     * @description UTF-8, one column without header; each line holds one identifier of the provider; up to 512 MiB
                     */
                    file: Blob;
                    /** @description The id of the segment, as in the path. */
                    id?: string;
                };
            };
        };
        responses: {
            /** @description ExternalSegment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalSegment"];
                };
            };
        };
    };
    "Segments.delete": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the segment. */
                segment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description DeletedSegment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedSegment"];
                };
            };
        };
    };
    "Segments.members": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the segment. */
                segment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of SegmentMember */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentMember"][];
                };
            };
        };
    };
    "DeadLetters.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only what happened at this moment or later */
                since?: string;
                /** @description Only facts that this service could not handle */
                service?: "identity" | "events" | "campaigns" | "cards" | "segments" | "webhooks";
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of DeadLetter */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetter"][];
                };
            };
        };
    };
    "DeadLetters.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the dead letter. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description DeadLetterWithPayload */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetterWithPayload"];
                };
            };
        };
    };
    "DeadLetters.drop": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the dead letter. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    "DeadLetters.replay": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the dead letter. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Replayed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replayed"];
                };
            };
        };
    };
    "HealthAdmin.read": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description PlatformHealth */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformHealth"];
                };
            };
        };
    };
    "Jobs.replay": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "events.accepted.3",
                 *       "since": "2026-11-21T09:30:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayDeadLetters"];
            };
        };
        responses: {
            /** @description Job */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    "Jobs.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only jobs in this state */
                state?: "waiting" | "running" | "finished" | "cancelled" | "failed";
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of Job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"][];
                };
            };
        };
    };
    "Jobs.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    "Jobs.cancel": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    "Reconciliations.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of Reconciliation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reconciliation"][];
                };
            };
        };
    };
    "Reconciliations.begin": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["NewReconciliation"];
            };
        };
        responses: {
            /** @description Reconciliation */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reconciliation"];
                };
            };
        };
    };
    "Reconciliations.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the reconciliation. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Reconciliation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reconciliation"];
                };
            };
        };
    };
    "Probe.report": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "failed": "token",
                 *       "steps": [
                 *         {
                 *           "step": "token",
                 *           "ms": 12
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ProbeResult"];
            };
        };
        responses: {
            /** @description The metrics show the result. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "Webhooks.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of Webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
        };
    };
    "Webhooks.create": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "coupon-slip-claimed-event"
                 *       ],
                 *       "url": "https://shop.example/hooks"
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Webhook */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    "Webhooks.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description WebhookDetails */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDetails"];
                };
            };
        };
    };
    "Webhooks.remove": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    "Webhooks.change": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "coupon-slip-claimed-event"
                 *       ],
                 *       "url": "https://shop.example/hooks",
                 *       "lanes": 4
                 *     }
                 */
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description WebhookDetails */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDetails"];
                };
            };
        };
    };
    "Webhooks.secret": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description WebhookSecret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
        };
    };
    "Webhooks.rotateSecret": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description WebhookSecret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
        };
    };
    "Webhooks.attempts": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only attempts with this outcome */
                outcome?: "delivered" | "failed" | "refused" | "set-aside" | "gone";
                /** @description Only attempts that began at this moment or later */
                since?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of WebhookAttempt */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAttempt"][];
                };
            };
        };
    };
    "Webhooks.ping": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description WebhookAttempt */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAttempt"];
                };
            };
        };
    };
    "Webhooks.enable": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description WebhookDetails */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDetails"];
                };
            };
        };
    };
    "Webhooks.disable": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description WebhookDetails */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDetails"];
                };
            };
        };
    };
    "Webhooks.replay": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-11-21T09:30:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["ReplaySince"];
            };
        };
        responses: {
            /** @description WebhookDetails */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDetails"];
                };
            };
        };
    };
    "WebhookStats.statsOfAll": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description The length of a bucket; they begin in UTC */
                bucket?: "hour" | "day";
                /** @description Only the bucket of this moment and later ones */
                since?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of WebhookStats */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookStats"][];
                };
            };
        };
    };
    "Deliveries.resend": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
                /** @description The id of the batch: the `batch_id` of an attempt. */
                batch: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Resent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resent"];
                };
            };
        };
    };
    "Deliveries.setAside": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of SetAsideEvent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetAsideEvent"][];
                };
            };
        };
    };
    "Deliveries.resendSetAside": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ResendChoice"];
            };
        };
        responses: {
            /** @description A list of Resent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resent"][];
                };
            };
        };
    };
    "Deliveries.stats": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description The length of a bucket; they begin in UTC */
                bucket?: "hour" | "day";
                /** @description Only the bucket of this moment and later ones */
                since?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of WebhookStats */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookStats"][];
                };
            };
        };
    };
    "Deliveries.test": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "coupon-slip-claimed-event"
                 *     }
                 */
                "application/json": components["schemas"]["TestEvent"];
            };
        };
        responses: {
            /** @description WebhookAttempt */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAttempt"];
                };
            };
        };
    };
    "Listeners.create": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "coupon-slip-claimed-event"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewListener"];
            };
        };
        responses: {
            /** @description Listener */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listener"];
                };
            };
        };
    };
    "Listeners.stream": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the listener. */
                listener_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries, as server-sent events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example retry: 1000
                     *
                     *     id: 1764106200000000
                     *     event: delivery
                     *     data: {"headers":{"webhook-id":"…","webhook-signature":"v1,…"},"body":"{\"events\":[…]}"}
                     */
                    "text/event-stream": string;
                };
            };
        };
    };
    "Listeners.remove": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the listener. */
                listener_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    "PortalSessions.create": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "webhook_ids": [
                 *         "01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11"
                 *       ],
                 *       "ttl": 3600
                 *     }
                 */
                "application/json": components["schemas"]["NewPortalSession"];
            };
        };
        responses: {
            /** @description PortalLink */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalLink"];
                };
            };
        };
    };
    "Backtests.begin": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "campaign": {
                 *         "name": "Coffee for the tenth purchase",
                 *         "starts_at": "2026-12-01T00:00:00Z",
                 *         "ends_at": "2027-01-01T00:00:00Z",
                 *         "trigger": {
                 *           "event_name": "purchase"
                 *         },
                 *         "condition": "event.amount >= 1000",
                 *         "effects": [
                 *           {
                 *             "type": "claim_coupon",
                 *             "coupon_id": "01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11"
                 *           }
                 *         ]
                 *       },
                 *       "since": "2026-10-21T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["NewBacktest"];
            };
        };
        responses: {
            /** @description BegunBacktest */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BegunBacktest"];
                };
            };
        };
    };
    "Backtests.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the backtest. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Backtest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backtest"];
                };
            };
        };
    };
    "Backtests.cancel": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the backtest. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Backtest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backtest"];
                };
            };
        };
    };
    "CampaignDrafts.validate": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Coffee for the tenth purchase",
                 *       "starts_at": "2026-12-01T00:00:00Z",
                 *       "ends_at": "2027-01-01T00:00:00Z",
                 *       "trigger": {
                 *         "event_name": "purchase"
                 *       },
                 *       "condition": "event.amount >= 1000",
                 *       "effects": [
                 *         {
                 *           "type": "claim_coupon",
                 *           "coupon_id": "01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewCampaign"];
            };
        };
        responses: {
            /** @description CampaignValidation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignValidation"];
                };
            };
        };
    };
    "CampaignDrafts.audience": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "audience": {
                 *         "include_segments": [
                 *           "01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AudienceToCount"];
            };
        };
        responses: {
            /** @description AudienceSize */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AudienceSize"];
                };
            };
        };
    };
    "CampaignDrafts.clone": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Coffee for the tenth purchase, in spring"
                 *     }
                 */
                "application/json": components["schemas"]["NewName"];
            };
        };
        responses: {
            /** @description Campaign */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    "CampaignDrafts.versions": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of CampaignVersion */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignVersion"][];
                };
            };
        };
    };
    "Campaigns.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Campaign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    "Campaigns.put": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Coffee for the tenth purchase",
                 *       "starts_at": "2026-12-01T00:00:00Z",
                 *       "ends_at": "2027-01-01T00:00:00Z",
                 *       "trigger": {
                 *         "event_name": "purchase"
                 *       },
                 *       "condition": "event.amount >= 1000",
                 *       "effects": [
                 *         {
                 *           "type": "claim_coupon",
                 *           "coupon_id": "01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewCampaign"];
            };
        };
        responses: {
            /** @description Campaign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    "CampaignDrafts.delete": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description DeletedCampaign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedCampaign"];
                };
            };
        };
    };
    "Campaigns.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only what has this in its name, in any case */
                q?: string;
                /** @description Only campaigns in this state */
                state?: "draft" | "running" | "paused" | "ended";
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of Campaign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"][];
                };
            };
        };
    };
    "Campaigns.create": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Coffee for the tenth purchase",
                 *       "starts_at": "2026-12-01T00:00:00Z",
                 *       "ends_at": "2027-01-01T00:00:00Z",
                 *       "trigger": {
                 *         "event_name": "purchase"
                 *       },
                 *       "condition": "event.amount >= 1000",
                 *       "effects": [
                 *         {
                 *           "type": "claim_coupon",
                 *           "coupon_id": "01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewCampaign"];
            };
        };
        responses: {
            /** @description Campaign */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    "Campaigns.stats": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description The length of a bucket; they begin in UTC */
                bucket?: "hour" | "day";
                /** @description Only the bucket of this moment and later ones */
                since?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of CampaignStats */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignStats"][];
                };
            };
        };
    };
    "Campaigns.start": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Campaign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    "Campaigns.pause": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Campaign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    "Campaigns.end": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Campaign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    "Campaigns.simulate": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the campaign. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "x2Kd83jfLw0qPzR7vT1mNb4Yc",
                 *       "event_name": "purchase",
                 *       "data": {
                 *         "amount": 1250
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewSimulation"];
            };
        };
        responses: {
            /** @description Simulation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Simulation"];
                };
            };
        };
    };
    "CampaignStats.statsOfAll": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description The length of a bucket; they begin in UTC */
                bucket?: "hour" | "day";
                /** @description Only the bucket of this moment and later ones */
                since?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of CampaignStats */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignStats"][];
                };
            };
        };
    };
    "CouponCodes.codes": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only codes that begin with this */
                q?: string;
                /** @description Only codes in this state */
                state?: "available" | "issued" | "redeemed" | "expired" | "revoked" | "erased";
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the coupon. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of CouponCode */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponCode"][];
                };
            };
        };
    };
    "CouponCodes.add": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the coupon. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "codes": [
                 *         "COFFEE-7K2M-9QXD"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewCodes"];
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description One column without header; each line holds one code
                     */
                    file: Blob;
                };
            };
        };
        responses: {
            /** @description Coupon */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Coupon"];
                };
            };
            /** @description BegunCodeImport */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BegunCodeImport"];
                };
            };
        };
    };
    "CouponCodes.getImport": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the coupon. */
                id: string;
                /** @description The id of the import. */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CodeImport */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeImport"];
                };
            };
        };
    };
    "CouponCodes.cancel": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the coupon. */
                id: string;
                /** @description The id of the import. */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CodeImport */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeImport"];
                };
            };
        };
    };
    "CouponCodes.faults": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the coupon. */
                id: string;
                /** @description The id of the import. */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of CodeImportFault */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeImportFault"][];
                };
            };
        };
    };
    "Coupons.slips": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Whether to include slips that the user has deleted */
                include_deleted?: "true" | "false";
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of UserSlip */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSlip"][];
                };
            };
        };
    };
    "Coupons.change": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the coupon slip. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isRead": true,
                 *       "isDeleted": false
                 *     }
                 */
                "application/json": components["schemas"]["SlipFlags"];
            };
        };
        responses: {
            /** @description UserSlip */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSlip"];
                };
            };
        };
    };
    "Coupons.redeem": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "coupon_id": "01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11",
                 *       "code": "COFFEE-7K2M-9QXD"
                 *     }
                 */
                "application/json": components["schemas"]["TicketCode"];
            };
        };
        responses: {
            /** @description UserSlip */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSlip"];
                };
            };
        };
    };
    "CouponsAdmin.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only what has this in its name, in any case */
                q?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of Coupon */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Coupon"][];
                };
            };
        };
    };
    "CouponsAdmin.create": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "codes": [
                 *         "COFFEE-7K2M-9QXD"
                 *       ],
                 *       "title": "A free coffee",
                 *       "description": "At any of our shops",
                 *       "valid_seconds": 2592000,
                 *       "expires_at": "2027-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["NewCoupon"];
            };
        };
        responses: {
            /** @description Coupon */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Coupon"];
                };
            };
        };
    };
    "CouponsAdmin.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the coupon. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Coupon */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Coupon"];
                };
            };
        };
    };
    "CouponsAdmin.revoke": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the coupon slip. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description UserSlip */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSlip"];
                };
            };
        };
    };
    "Corrections.correct": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "stack_id": "01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11",
                 *       "block_id": "01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11",
                 *       "value": -25,
                 *       "reason": "Booked twice by the till"
                 *     }
                 */
                "application/json": components["schemas"]["NewCorrection"];
            };
        };
        responses: {
            /** @description Correction */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Correction"];
                };
            };
        };
    };
    "Stacks.balances": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of Balance */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"][];
                };
            };
        };
    };
    "Stacks.transactions": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only what happened at this moment or later */
                since?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of LedgerEntry */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerEntry"][];
                };
            };
        };
    };
    "StacksAdmin.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only what has this in its name, in any case */
                q?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of Stack */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stack"][];
                };
            };
        };
    };
    "StacksAdmin.create": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Loyalty points"
                 *     }
                 */
                "application/json": components["schemas"]["NewStack"];
            };
        };
        responses: {
            /** @description Stack */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stack"];
                };
            };
        };
    };
    "StacksAdmin.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the stack. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stack */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stack"];
                };
            };
        };
    };
    "StacksAdmin.put": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the stack. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Loyalty points"
                 *     }
                 */
                "application/json": components["schemas"]["NewStack"];
            };
        };
        responses: {
            /** @description Stack */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stack"];
                };
            };
        };
    };
    "Surveys.asked": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of AskedSurvey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskedSurvey"][];
                };
            };
        };
    };
    "Surveys.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the survey. */
                survey_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Survey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Survey"];
                };
            };
        };
    };
    "Surveys.answer": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the survey. */
                survey_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "question_id": "taste",
                 *       "answer_id": "very-much"
                 *     }
                 */
                "application/json": components["schemas"]["NewSurveyAnswer"];
            };
        };
        responses: {
            /** @description SurveyAnswer */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SurveyAnswer"];
                };
            };
        };
    };
    "SurveysAdmin.list": {
        parameters: {
            query?: {
                /** @description The most items of a page; 500 by default */
                limit?: number;
                /** @description The cursor in the Link header of the page before */
                cursor?: string;
                /** @description Only what has this in its name, in any case */
                q?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list of Survey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Survey"][];
                };
            };
        };
    };
    "SurveysAdmin.create": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Your last visit",
                 *       "questions": [
                 *         {
                 *           "id": "taste",
                 *           "text": "How did you like the coffee?",
                 *           "answers": [
                 *             {
                 *               "id": "taste",
                 *               "text": "Very much"
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewSurvey"];
            };
        };
        responses: {
            /** @description Survey */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Survey"];
                };
            };
        };
    };
    "SurveysAdmin.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the survey. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Survey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Survey"];
                };
            };
        };
    };
    "SurveysAdmin.put": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the survey. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Your last visit",
                 *       "questions": [
                 *         {
                 *           "id": "taste",
                 *           "text": "How did you like the coffee?",
                 *           "answers": [
                 *             {
                 *               "id": "taste",
                 *               "text": "Very much"
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewSurvey"];
            };
        };
        responses: {
            /** @description Survey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Survey"];
                };
            };
        };
    };
    "SurveysAdmin.results": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The id of the survey. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description SurveyResults */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SurveyResults"];
                };
            };
        };
    };
    "CampaignsByName.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The key of the object. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Campaign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    "CampaignsByName.put": {
        parameters: {
            query?: {
                /** @description The id of an existing object, which gets the key and is replaced */
                adopt?: string;
                /** @description `true` changes nothing, and answers the differences */
                dry_run?: "true" | "false";
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The key: 1 to 100 of a-z 0-9 . _ -, the first of a-z 0-9. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Coffee for the tenth purchase",
                 *       "starts_at": "2026-12-01T00:00:00Z",
                 *       "ends_at": "2027-01-01T00:00:00Z",
                 *       "trigger": {
                 *         "event_name": "purchase"
                 *       },
                 *       "condition": "event.amount >= 1000",
                 *       "effects": [
                 *         {
                 *           "type": "claim_coupon",
                 *           "coupon_id": "01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewCampaign"];
            };
        };
        responses: {
            /** @description The object with what became of it, or with `dry_run` the differences */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignByName"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    "CouponsByName.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The key of the object. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Coupon */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Coupon"];
                };
            };
        };
    };
    "CouponsByName.put": {
        parameters: {
            query?: {
                /** @description The id of an existing object, which gets the key and is replaced */
                adopt?: string;
                /** @description `true` changes nothing, and answers the differences */
                dry_run?: "true" | "false";
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The key: 1 to 100 of a-z 0-9 . _ -, the first of a-z 0-9. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "codes": [
                 *         "COFFEE-7K2M-9QXD"
                 *       ],
                 *       "title": "A free coffee",
                 *       "description": "At any of our shops",
                 *       "valid_seconds": 2592000,
                 *       "expires_at": "2027-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["NewCoupon"];
            };
        };
        responses: {
            /** @description The object with what became of it, or with `dry_run` the differences */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponByName"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    "StacksByName.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The key of the object. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stack */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stack"];
                };
            };
        };
    };
    "StacksByName.put": {
        parameters: {
            query?: {
                /** @description The id of an existing object, which gets the key and is replaced */
                adopt?: string;
                /** @description `true` changes nothing, and answers the differences */
                dry_run?: "true" | "false";
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The key: 1 to 100 of a-z 0-9 . _ -, the first of a-z 0-9. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Loyalty points"
                 *     }
                 */
                "application/json": components["schemas"]["NewStack"];
            };
        };
        responses: {
            /** @description The object with what became of it, or with `dry_run` the differences */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StackByName"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    "SurveysByName.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The key of the object. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Survey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Survey"];
                };
            };
        };
    };
    "SurveysByName.put": {
        parameters: {
            query?: {
                /** @description The id of an existing object, which gets the key and is replaced */
                adopt?: string;
                /** @description `true` changes nothing, and answers the differences */
                dry_run?: "true" | "false";
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The key: 1 to 100 of a-z 0-9 . _ -, the first of a-z 0-9. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Your last visit",
                 *       "questions": [
                 *         {
                 *           "id": "taste",
                 *           "text": "How did you like the coffee?",
                 *           "answers": [
                 *             {
                 *               "id": "taste",
                 *               "text": "Very much"
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewSurvey"];
            };
        };
        responses: {
            /** @description The object with what became of it, or with `dry_run` the differences */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SurveyByName"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    "OptinsByName.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The key of the object. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OptinDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptinDefinition"];
                };
            };
        };
    };
    "OptinsByName.put": {
        parameters: {
            query?: {
                /** @description The id of an existing object, which gets the key and is replaced */
                adopt?: string;
                /** @description `true` changes nothing, and answers the differences */
                dry_run?: "true" | "false";
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The key: 1 to 100 of a-z 0-9 . _ -, the first of a-z 0-9. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": {
                 *         "en_GB": "Newsletter"
                 *       },
                 *       "description": {
                 *         "en_GB": "We may send you our newsletter."
                 *       },
                 *       "purpose": {
                 *         "name": "marketing",
                 *         "can_be_updated": true,
                 *         "required": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewOptin"];
            };
        };
        responses: {
            /** @description The object with what became of it, or with `dry_run` the differences */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptinByName"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    "CardDefinitionsByName.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The key of the object. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CardDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardDefinition"];
                };
            };
        };
    };
    "CardDefinitionsByName.put": {
        parameters: {
            query?: {
                /** @description The id of an existing object, which gets the key and is replaced */
                adopt?: string;
                /** @description `true` changes nothing, and answers the differences */
                dry_run?: "true" | "false";
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The key: 1 to 100 of a-z 0-9 . _ -, the first of a-z 0-9. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "loyalty"
                 *     }
                 */
                "application/json": components["schemas"]["NewCardDefinition"];
            };
        };
        responses: {
            /** @description The object with what became of it, or with `dry_run` the differences */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardDefinitionByName"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    "ClientsByName.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The key of the object. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Client */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
        };
    };
    "ClientsByName.put": {
        parameters: {
            query?: {
                /** @description The id of an existing object, which gets the key and is replaced */
                adopt?: string;
                /** @description `true` changes nothing, and answers the differences */
                dry_run?: "true" | "false";
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The key: 1 to 100 of a-z 0-9 . _ -, the first of a-z 0-9. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop",
                 *       "scopes": [
                 *         "users:read",
                 *         "registration"
                 *       ],
                 *       "origins": [
                 *         "https://app.shop.example"
                 *       ],
                 *       "redirect_uris": [
                 *         "https://shop.example/callback"
                 *       ],
                 *       "activation_url": "https://shop.example/activate",
                 *       "deletion_url": "https://shop.example/delete",
                 *       "password_url": "https://shop.example/new-password",
                 *       "contact_email": "operations@shop.example",
                 *       "rate_limit": 50000
                 *     }
                 */
                "application/json": components["schemas"]["NewClient"];
            };
        };
        responses: {
            /** @description The object with what became of it, or with `dry_run` the differences */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientByName"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    "WebhooksByName.get": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The key of the object. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description WebhookDetails */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDetails"];
                };
            };
        };
    };
    "WebhooksByName.put": {
        parameters: {
            query?: {
                /** @description The id of an existing object, which gets the key and is replaced */
                adopt?: string;
                /** @description `true` changes nothing, and answers the differences */
                dry_run?: "true" | "false";
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path: {
                /** @description The key: 1 to 100 of a-z 0-9 . _ -, the first of a-z 0-9. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "coupon-slip-claimed-event"
                 *       ],
                 *       "url": "https://shop.example/hooks",
                 *       "lanes": 4
                 *     }
                 */
                "application/json": components["schemas"]["NewNamedWebhook"];
            };
        };
        responses: {
            /** @description The object with what became of it, or with `dry_run` the differences */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookByName"] | components["schemas"]["DryRun"];
                };
            };
        };
    };
    "OAuth.token": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The tokens */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
        };
    };
    "OAuth.revoke": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenToCheck"];
            };
        };
        responses: {
            /** @description The token does not work any more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "OAuth.introspect": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenToCheck"];
            };
        };
        responses: {
            /** @description The state of the token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenState"];
                };
            };
        };
    };
    "OAuth.authorize": {
        parameters: {
            query: {
                /** @description The id of the client. */
                client_id: string;
                /** @description Always `code`. */
                response_type: "code";
                /** @description A registered address of the client. */
                redirect_uri: string;
                /** @description The hash of the `code_verifier` (PKCE). */
                code_challenge: string;
                /** @description Always `S256`. */
                code_challenge_method: "S256";
                /** @description The scopes that the client asks for, separated by spaces. */
                scope?: string;
                /** @description Comes back with the redirect, so that the client knows its own request. At most 2,048 bytes. */
                state?: string;
                /** @description Comes back in the `id_token`. */
                nonce?: string;
                /** @description `login`: the user must sign in again. `none`: the user is not asked. `create`: the user registers. */
                prompt?: string;
                /** @description The name to begin with. */
                login_hint?: string;
                /** @description Languages of the pages, best first, as tags separated by spaces (OpenID Connect Core, section 3.1.2.1). `locale` takes precedence, and the browser decides when none is known. */
                ui_locales?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    "OAuth.authorizeByForm": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["AuthorizationRequest"];
            };
        };
        responses: never;
    };
    "OAuth.device": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["DeviceRequest"];
            };
        };
        responses: {
            /** @description The codes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceCodes"];
                };
            };
        };
    };
    "OAuth.verifyDevice": {
        parameters: {
            query?: {
                /** @description The code that the device shows. */
                user_code?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    "OAuth.logout": {
        parameters: {
            query?: {
                /** @description The `id_token` of the sign-in. */
                id_token_hint?: string;
                /** @description The id of the client. */
                client_id?: string;
                /** @description A registered address of the client. */
                post_logout_redirect_uri?: string;
                /** @description Comes back with the redirect. At most 2,048 bytes. */
                state?: string;
                /** @description Languages of the pages, best first, as tags separated by spaces (OpenID Connect Core, section 3.1.2.1). `locale` takes precedence, and the browser decides when none is known. */
                ui_locales?: string;
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    "OAuth.logoutByForm": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LogoutRequest"];
            };
        };
        responses: never;
    };
    "OAuth.userInfo": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The claims */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInfo"];
                };
            };
        };
    };
    "OAuth.userInfoByPost": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The claims */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInfo"];
                };
            };
        };
    };
    "OAuth.openIdConfiguration": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description AuthorizationServer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationServer"];
                };
            };
        };
    };
    "OAuth.authorizationServer": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description AuthorizationServer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationServer"];
                };
            };
        };
    };
    "OAuth.publicKeys": {
        parameters: {
            query?: {
                /** @description Language of texts, such as `en_GB`. It takes precedence over Accept-Language. */
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description PublicKeys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jwk-set+json": components["schemas"]["PublicKeys"];
                };
            };
        };
    };
    "webhook.coupon-slip-claimed-event": {
        parameters: {
            query?: never;
            header: {
                /** @description The client that the webhook belongs to */
                "X-Service-Client-ID": string;
                /** @description Lower-case hex HMAC-SHA256 of the body's bytes under the client's secret */
                "X-Service-Signature": string;
                /** @description Ids of the events in order, separated by commas; an event keeps its id in every delivery */
                "X-Service-Event-Ids"?: string;
                /** @description W3C trace context: the trace that all events share, or else a trace of the batch */
                traceparent: string;
                /** @description The id of the batch, the same in all attempts */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description The signature of Standard Webhooks under the webhook's own secret (whsec_…); for a day after a rotation one for each */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDelivery"];
            };
        };
        responses: {
            /** @description The webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service halves the batch until the event that is too large is alone, and sets that event aside. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver accepts the batch. It must answer within 15 seconds, and only the status counts. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again. After 400 or 422 twice it halves the batch until the refused event is alone. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again, ten times within four days, and observes `Retry-After`. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.transaction-created": {
        parameters: {
            query?: never;
            header: {
                /** @description The client that the webhook belongs to */
                "X-Service-Client-ID": string;
                /** @description Lower-case hex HMAC-SHA256 of the body's bytes under the client's secret */
                "X-Service-Signature": string;
                /** @description Ids of the events in order, separated by commas; an event keeps its id in every delivery */
                "X-Service-Event-Ids"?: string;
                /** @description W3C trace context: the trace that all events share, or else a trace of the batch */
                traceparent: string;
                /** @description The id of the batch, the same in all attempts */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description The signature of Standard Webhooks under the webhook's own secret (whsec_…); for a day after a rotation one for each */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDelivery"];
            };
        };
        responses: {
            /** @description The webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service halves the batch until the event that is too large is alone, and sets that event aside. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver accepts the batch. It must answer within 15 seconds, and only the status counts. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again. After 400 or 422 twice it halves the batch until the refused event is alone. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again, ten times within four days, and observes `Retry-After`. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.survey-answer-submitted": {
        parameters: {
            query?: never;
            header: {
                /** @description The client that the webhook belongs to */
                "X-Service-Client-ID": string;
                /** @description Lower-case hex HMAC-SHA256 of the body's bytes under the client's secret */
                "X-Service-Signature": string;
                /** @description Ids of the events in order, separated by commas; an event keeps its id in every delivery */
                "X-Service-Event-Ids"?: string;
                /** @description W3C trace context: the trace that all events share, or else a trace of the batch */
                traceparent: string;
                /** @description The id of the batch, the same in all attempts */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description The signature of Standard Webhooks under the webhook's own secret (whsec_…); for a day after a rotation one for each */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDelivery"];
            };
        };
        responses: {
            /** @description The webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service halves the batch until the event that is too large is alone, and sets that event aside. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver accepts the batch. It must answer within 15 seconds, and only the status counts. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again. After 400 or 422 twice it halves the batch until the refused event is alone. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again, ten times within four days, and observes `Retry-After`. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.user-registered": {
        parameters: {
            query?: never;
            header: {
                /** @description The client that the webhook belongs to */
                "X-Service-Client-ID": string;
                /** @description Lower-case hex HMAC-SHA256 of the body's bytes under the client's secret */
                "X-Service-Signature": string;
                /** @description Ids of the events in order, separated by commas; an event keeps its id in every delivery */
                "X-Service-Event-Ids"?: string;
                /** @description W3C trace context: the trace that all events share, or else a trace of the batch */
                traceparent: string;
                /** @description The id of the batch, the same in all attempts */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description The signature of Standard Webhooks under the webhook's own secret (whsec_…); for a day after a rotation one for each */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDelivery"];
            };
        };
        responses: {
            /** @description The webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service halves the batch until the event that is too large is alone, and sets that event aside. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver accepts the batch. It must answer within 15 seconds, and only the status counts. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again. After 400 or 422 twice it halves the batch until the refused event is alone. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again, ten times within four days, and observes `Retry-After`. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.user-activated": {
        parameters: {
            query?: never;
            header: {
                /** @description The client that the webhook belongs to */
                "X-Service-Client-ID": string;
                /** @description Lower-case hex HMAC-SHA256 of the body's bytes under the client's secret */
                "X-Service-Signature": string;
                /** @description Ids of the events in order, separated by commas; an event keeps its id in every delivery */
                "X-Service-Event-Ids"?: string;
                /** @description W3C trace context: the trace that all events share, or else a trace of the batch */
                traceparent: string;
                /** @description The id of the batch, the same in all attempts */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description The signature of Standard Webhooks under the webhook's own secret (whsec_…); for a day after a rotation one for each */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDelivery"];
            };
        };
        responses: {
            /** @description The webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service halves the batch until the event that is too large is alone, and sets that event aside. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver accepts the batch. It must answer within 15 seconds, and only the status counts. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again. After 400 or 422 twice it halves the batch until the refused event is alone. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again, ten times within four days, and observes `Retry-After`. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.user-deleted": {
        parameters: {
            query?: never;
            header: {
                /** @description The client that the webhook belongs to */
                "X-Service-Client-ID": string;
                /** @description Lower-case hex HMAC-SHA256 of the body's bytes under the client's secret */
                "X-Service-Signature": string;
                /** @description Ids of the events in order, separated by commas; an event keeps its id in every delivery */
                "X-Service-Event-Ids"?: string;
                /** @description W3C trace context: the trace that all events share, or else a trace of the batch */
                traceparent: string;
                /** @description The id of the batch, the same in all attempts */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description The signature of Standard Webhooks under the webhook's own secret (whsec_…); for a day after a rotation one for each */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDelivery"];
            };
        };
        responses: {
            /** @description The webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service halves the batch until the event that is too large is alone, and sets that event aside. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver accepts the batch. It must answer within 15 seconds, and only the status counts. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again. After 400 or 422 twice it halves the batch until the refused event is alone. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again, ten times within four days, and observes `Retry-After`. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.connection-created": {
        parameters: {
            query?: never;
            header: {
                /** @description The client that the webhook belongs to */
                "X-Service-Client-ID": string;
                /** @description Lower-case hex HMAC-SHA256 of the body's bytes under the client's secret */
                "X-Service-Signature": string;
                /** @description Ids of the events in order, separated by commas; an event keeps its id in every delivery */
                "X-Service-Event-Ids"?: string;
                /** @description W3C trace context: the trace that all events share, or else a trace of the batch */
                traceparent: string;
                /** @description The id of the batch, the same in all attempts */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description The signature of Standard Webhooks under the webhook's own secret (whsec_…); for a day after a rotation one for each */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDelivery"];
            };
        };
        responses: {
            /** @description The webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service halves the batch until the event that is too large is alone, and sets that event aside. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver accepts the batch. It must answer within 15 seconds, and only the status counts. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again. After 400 or 422 twice it halves the batch until the refused event is alone. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again, ten times within four days, and observes `Retry-After`. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.optin-changed": {
        parameters: {
            query?: never;
            header: {
                /** @description The client that the webhook belongs to */
                "X-Service-Client-ID": string;
                /** @description Lower-case hex HMAC-SHA256 of the body's bytes under the client's secret */
                "X-Service-Signature": string;
                /** @description Ids of the events in order, separated by commas; an event keeps its id in every delivery */
                "X-Service-Event-Ids"?: string;
                /** @description W3C trace context: the trace that all events share, or else a trace of the batch */
                traceparent: string;
                /** @description The id of the batch, the same in all attempts */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description The signature of Standard Webhooks under the webhook's own secret (whsec_…); for a day after a rotation one for each */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDelivery"];
            };
        };
        responses: {
            /** @description The webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service halves the batch until the event that is too large is alone, and sets that event aside. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver accepts the batch. It must answer within 15 seconds, and only the status counts. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again. After 400 or 422 twice it halves the batch until the refused event is alone. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again, ten times within four days, and observes `Retry-After`. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.card-added": {
        parameters: {
            query?: never;
            header: {
                /** @description The client that the webhook belongs to */
                "X-Service-Client-ID": string;
                /** @description Lower-case hex HMAC-SHA256 of the body's bytes under the client's secret */
                "X-Service-Signature": string;
                /** @description Ids of the events in order, separated by commas; an event keeps its id in every delivery */
                "X-Service-Event-Ids"?: string;
                /** @description W3C trace context: the trace that all events share, or else a trace of the batch */
                traceparent: string;
                /** @description The id of the batch, the same in all attempts */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description The signature of Standard Webhooks under the webhook's own secret (whsec_…); for a day after a rotation one for each */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDelivery"];
            };
        };
        responses: {
            /** @description The webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service halves the batch until the event that is too large is alone, and sets that event aside. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver accepts the batch. It must answer within 15 seconds, and only the status counts. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again. After 400 or 422 twice it halves the batch until the refused event is alone. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again, ten times within four days, and observes `Retry-After`. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.segment-processed": {
        parameters: {
            query?: never;
            header: {
                /** @description The client that the webhook belongs to */
                "X-Service-Client-ID": string;
                /** @description Lower-case hex HMAC-SHA256 of the body's bytes under the client's secret */
                "X-Service-Signature": string;
                /** @description Ids of the events in order, separated by commas; an event keeps its id in every delivery */
                "X-Service-Event-Ids"?: string;
                /** @description W3C trace context: the trace that all events share, or else a trace of the batch */
                traceparent: string;
                /** @description The id of the batch, the same in all attempts */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description The signature of Standard Webhooks under the webhook's own secret (whsec_…); for a day after a rotation one for each */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDelivery"];
            };
        };
        responses: {
            /** @description The webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service halves the batch until the event that is too large is alone, and sets that event aside. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver accepts the batch. It must answer within 15 seconds, and only the status counts. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again. After 400 or 422 twice it halves the batch until the refused event is alone. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again, ten times within four days, and observes `Retry-After`. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.coupon-stock-low": {
        parameters: {
            query?: never;
            header: {
                /** @description The client that the webhook belongs to */
                "X-Service-Client-ID": string;
                /** @description Lower-case hex HMAC-SHA256 of the body's bytes under the client's secret */
                "X-Service-Signature": string;
                /** @description Ids of the events in order, separated by commas; an event keeps its id in every delivery */
                "X-Service-Event-Ids"?: string;
                /** @description W3C trace context: the trace that all events share, or else a trace of the batch */
                traceparent: string;
                /** @description The id of the batch, the same in all attempts */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description The signature of Standard Webhooks under the webhook's own secret (whsec_…); for a day after a rotation one for each */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDelivery"];
            };
        };
        responses: {
            /** @description The webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service halves the batch until the event that is too large is alone, and sets that event aside. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver accepts the batch. It must answer within 15 seconds, and only the status counts. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again. After 400 or 422 twice it halves the batch until the refused event is alone. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again, ten times within four days, and observes `Retry-After`. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.webhook-disabled": {
        parameters: {
            query?: never;
            header: {
                /** @description The client that the webhook belongs to */
                "X-Service-Client-ID": string;
                /** @description Lower-case hex HMAC-SHA256 of the body's bytes under the client's secret */
                "X-Service-Signature": string;
                /** @description Ids of the events in order, separated by commas; an event keeps its id in every delivery */
                "X-Service-Event-Ids"?: string;
                /** @description W3C trace context: the trace that all events share, or else a trace of the batch */
                traceparent: string;
                /** @description The id of the batch, the same in all attempts */
                "webhook-id": string;
                /** @description The time of the attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description The signature of Standard Webhooks under the webhook's own secret (whsec_…); for a day after a rotation one for each */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDelivery"];
            };
        };
        responses: {
            /** @description The webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service halves the batch until the event that is too large is alone, and sets that event aside. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver accepts the batch. It must answer within 15 seconds, and only the status counts. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again. After 400 or 422 twice it halves the batch until the refused event is alone. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again, ten times within four days, and observes `Retry-After`. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

import type { ReactNode } from 'react';
import type { Schema } from '../../api/routes.js';
import { Copyable } from '../../design/controls/copyable.js';
import { Facts } from '../../design/data/facts.js';
import { Moment } from '../../design/data/moment.js';
import { Section } from '../../design/layout/page.js';
import { useFormat, useWords } from '../../words/use-words.js';

export function Profile({
  user,
  person,
}: {
  user: Schema<'AdminUser'>;
  person: Schema<'Person'> | undefined;
}): ReactNode {
  const { customers } = useWords();
  const format = useFormat();
  return (
    <>
      <Section title={customers.profile}>
        <Facts
          facts={[
            [customers.mail, user.username === null ? null : <Copyable text={user.username} />],
            [customers.born, person?.dateOfBirth === undefined ? undefined : format.day(person.dateOfBirth)],
            [customers.postalCode, person?.postalCode],
            [customers.nickname, person?.nickname],
            [customers.since, format.day(user.created)],
            [customers.erasedAfter, user.erase_at === null ? undefined : <Moment at={user.erase_at} />],
          ]}
        />
      </Section>
      <Section title={customers.connections}>
        {user.connections.length === 0 ? (
          <p className="soft">{customers.noConnections}</p>
        ) : (
          <Facts
            facts={user.connections.map(({ provider_name, owner_id }) => [
              provider_name,
              <Copyable key={owner_id} text={owner_id} />,
            ])}
          />
        )}
      </Section>
    </>
  );
}

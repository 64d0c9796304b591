// A person in a list: picture, name, details and actions.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/display/Avatar.tsx';
import type { ProfileTile } from './queries.ts';
import styles from './PersonRow.module.css';

type Person = Pick<
  ProfileTile,
  'domainName' | 'exibitionName' | 'profileImage' | 'profileMediaThumbs' | 'producer' | 'online'
>;

/** Only producers have a public page. */
export const PersonRow = ({
  person,
  children,
  actions,
}: {
  person: Person;
  children?: ReactNode;
  actions?: ReactNode;
}) => {
  const who = (
    <>
      <Avatar
        name={person.exibitionName}
        src={person.profileMediaThumbs?.mdThumb ?? person.profileImage}
        size="medium"
        online={person.online}
      />
      <span className={styles.names}>
        <b>{person.exibitionName}</b>
        <span>@{person.domainName}</span>
      </span>
    </>
  );
  return (
    <article className={styles.row}>
      <div className={styles.head}>
        {person.producer ? (
          <Link to={`/${person.domainName}`} viewTransition className={styles.who}>
            {who}
          </Link>
        ) : (
          <div className={styles.who}>{who}</div>
        )}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </article>
  );
};

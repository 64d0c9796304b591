// Whose entry it is: the name leads to the profile.
import { Link } from 'react-router';
import styles from './dsb.module.css';

type EntryOwner = { profile: { domainName: string; exibitionName: string } };

export const ProfileLink = ({ profile: { domainName, exibitionName } }: EntryOwner) => (
  <>
    <Link to={`/${domainName}`}>{exibitionName}</Link>{' '}
    <span className={styles.soft}>@{domainName}</span>
  </>
);

/** Leads to the person among all people instead: a profile that waits for approval has no page. */
export const PersonLink = ({ profile: { domainName, exibitionName } }: EntryOwner) => (
  <>
    <Link to={`/dsb/users?search=${domainName}`}>{exibitionName}</Link>{' '}
    <span className={styles.soft}>@{domainName}</span>
  </>
);

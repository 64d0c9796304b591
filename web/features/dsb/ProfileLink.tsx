// Whose entry it is: the name leads to the profile.
import { Link } from 'react-router';
import styles from './dsb.module.css';

export const ProfileLink = ({
  profile: { domainName, exibitionName },
}: {
  profile: { domainName: string; exibitionName: string };
}) => (
  <>
    <Link to={`/${domainName}`}>{exibitionName}</Link>{' '}
    <span className={styles.soft}>@{domainName}</span>
  </>
);

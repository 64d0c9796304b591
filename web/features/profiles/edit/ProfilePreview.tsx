// How the public part of the own profile looks with what is typed, before it is saved.
import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import styles from './edit.module.css';

export type PreviewedProfile = {
  name: string;
  about: string;
  cover: string | null;
  avatar: string | null;
};

export const ProfilePreview = ({
  shown,
  domainName,
}: {
  shown: PreviewedProfile;
  domainName: string;
}) => (
  <section className={styles.preview} aria-label={m.edit_preview()}>
    <div className={styles.previewCover}>{shown.cover && <img src={shown.cover} alt="" />}</div>
    <div className={styles.previewText}>
      <span className={styles.previewAvatar}>
        <Avatar name={shown.name || domainName} src={shown.avatar} size="large" />
      </span>
      <p className={styles.previewName}>{shown.name || domainName}</p>
      <p className={styles.note}>@{domainName}</p>
      {shown.about !== '' && <p className={styles.previewAbout}>{shown.about}</p>}
      <p className={styles.previewFoot}>
        <span>{m.edit_preview()}</span>
        <Link to={`/${domainName}`}>
          <ExternalLink aria-hidden />
          {m.edit_see_page()}
        </Link>
      </p>
    </div>
  </section>
);

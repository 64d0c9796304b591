// What people do from their own page: edit it, and, as producers, publish.
import { Plus, UserPen } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { NEW_POST_PATH } from '../../client/navigation.ts';
import { ButtonLink } from '../../ui/actions/Button.tsx';
import styles from './ProfileHead.module.css';

export default function OwnActions({ creator }: { creator: boolean }) {
  return (
    <div className={styles.mainActions}>
      <ButtonLink variant="line" small to="/settings/edit-profile" viewTransition>
        <UserPen aria-hidden className={styles.icon} />
        {m.menu_edit_profile()}
      </ButtonLink>
      {creator && (
        <ButtonLink variant="main" small to={NEW_POST_PATH} viewTransition>
          <Plus aria-hidden className={styles.icon} />
          {m.place_new_post()}
        </ButtonLink>
      )}
    </div>
  );
}

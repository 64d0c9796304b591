// What a producer refused for conversations and profile, and holds in their shows as well.
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/actions/Button.tsx';
import styles from './settings.module.css';

/** `beside`: opens beside what is on screen, such as a show. */
type Props = { beside?: boolean };

export const BlockedWordsLink = ({ beside = false }: Props) => (
  <div className={styles.inherited}>
    <p className={styles.soft}>{m.moderation_words_text()}</p>
    <ButtonLink variant="text" small to="/options" target={beside ? '_blank' : undefined}>
      {m.chat_blocked_words()}
    </ButtonLink>
  </div>
);

export const HiddenPlacesLink = ({ beside = false }: Props) => (
  <div className={styles.inherited}>
    <p className={styles.soft}>{m.moderation_places_text()}</p>
    <ButtonLink
      variant="text"
      small
      to="/settings/geoblocking"
      target={beside ? '_blank' : undefined}
    >
      {m.menu_geoblocking()}
    </ButtonLink>
  </div>
);

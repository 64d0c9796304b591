// The tip menu of a show, as the people who watch see it: an item is a tip with a fixed amount.
import { NotepadText } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { openDialog } from '../../../client/dialogs.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { Money } from '../../../ui/display/Money.tsx';
import type { Live } from '../queries.ts';
import type { MenuItem } from './queries.ts';
import styles from './room.module.css';

export const TipMenu = ({ live, menu }: { live: Live; menu: readonly MenuItem[] }) => {
  const { profile } = live;
  if (menu.length === 0)
    return <EmptyState icon={<NotepadText aria-hidden />} title={m.live_menu_none()} />;
  return (
    <ul className={styles.people}>
      {menu.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            className={styles.item}
            onClick={() =>
              openDialog('tip', {
                profileId: profile.id,
                liveId: live.id,
                item,
                name: profile.exibitionName,
              })
            }
          >
            <span>{item.label}</span>
            <Money value={item.price} />
          </button>
        </li>
      ))}
    </ul>
  );
};

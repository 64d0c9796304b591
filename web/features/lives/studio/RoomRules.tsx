// Who may write in the producer's rooms, how often, and who may not.
import { SLOW_MODE_SECONDS } from '@camarim/contract/features/lives/room-limits';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { restrictionsQuery, type Room, useRoomSettings, useRoomTools } from '../room/queries.ts';
import { BlockedWordsLink, HiddenPlacesLink } from '../settings/WordsAndPlaces.tsx';
import styles from './studio.module.css';

const AUDIENCES: Record<Room['settings']['audience'], () => string> = {
  everyone: m.live_room_everyone,
  followers: m.live_room_followers,
  subscribers: m.live_room_subscribers,
  tippers: m.live_room_tippers,
};

export const RoomRules = ({ room, onClose }: { room: Room; onClose: () => void }) => {
  const save = useRoomSettings(room.id);
  // The room is read again after each choice: until then a second one must not take the first back.
  const settings = save.isPending ? save.variables : room.settings;
  const { lift } = useRoomTools(room.id);
  const { data: restrictions = [] } = useQuery(restrictionsQuery(room.id));
  return (
    <Dialog title={m.live_room_rules()} onClose={onClose}>
      <div className={styles.rules}>
        <Select
          label={m.live_room_audience()}
          value={settings.audience}
          onChange={({ currentTarget }) =>
            save.mutate({
              ...settings,
              audience: currentTarget.value as Room['settings']['audience'],
            })
          }
          options={Object.entries(AUDIENCES).map(([value, text]) => ({ value, text: text() }))}
        />
        <Select
          label={m.live_room_slow()}
          value={String(settings.slowSeconds)}
          onChange={({ currentTarget }) =>
            save.mutate({
              ...settings,
              slowSeconds: Number(currentTarget.value) as Room['settings']['slowSeconds'],
            })
          }
          options={SLOW_MODE_SECONDS.map((seconds) => ({
            value: String(seconds),
            text: seconds === 0 ? m.live_room_slow_off() : m.live_room_slow_seconds({ seconds }),
          }))}
        />
        {restrictions.length > 0 && (
          <>
            <h3 className={styles.heading}>{m.live_restricted()}</h3>
            <ul className={styles.calls}>
              {restrictions.map(({ profileId, profile, kind }) => (
                <li key={`${profileId} ${kind}`} className={styles.call}>
                  <span className={styles.callText}>{profile?.exibitionName ?? profileId}</span>
                  <Button small onClick={() => lift.mutate({ profileId, kind })}>
                    {m.live_restriction_lift({ name: profile?.exibitionName ?? '' })}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
        <BlockedWordsLink beside />
        <HiddenPlacesLink beside />
        <ButtonLink variant="text" small to="/options/shows?tab=moderation" target="_blank">
          {m.moderation_title()}
        </ButtonLink>
      </div>
    </Dialog>
  );
};

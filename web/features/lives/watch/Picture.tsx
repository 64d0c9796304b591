// The picture of a show, and what is said in its place while there is none.
import { RefreshCw, TvMinimal, Volume2 } from 'lucide-react';
import { useEffect } from 'react';
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { bringBack } from '../../media/index.ts';
import type { Live } from '../queries.ts';
import { groupText } from '../room/group-text.ts';
import type { Player } from './use-player.ts';
import type { useWatching } from './use-watching.ts';
import styles from './watch.module.css';

type WatchState = ReturnType<typeof useWatching>;

const waitingText = (live: Live, { link, error }: WatchState): string | null => {
  const { state, withheld, blurred, profile } = live;
  const waitsForGroup = groupText(live);
  if (waitsForGroup !== null) return waitsForGroup;
  if (withheld) return m.live_withheld_text();
  if (blurred) return m.live_blurred_text();
  if (state === 'paused') return m.live_paused_title({ name: profile.exibitionName });
  if (state === 'away') return m.live_away_text();
  if (state === 'starting') return m.live_starting_text();
  if (link === 'refused') return error instanceof ApiError ? error.message : m.live_refused_text();
  if (link === 'unreachable') return m.live_unreachable_text();
  return link === 'connected' ? null : m.live_connecting_text();
};

/** Whether an administrator took the picture from the watchers, whose last frame still stands. */
export const isTaken = ({ blurred, withheld }: Live): boolean => blurred || withheld;

export const Picture = ({
  live,
  watching,
  player,
}: {
  live: Live;
  watching: WatchState;
  player: Player;
}) => {
  const waiting = waitingText(live, watching) ?? (player.playing ? null : m.live_connecting_text());
  const stands = watching.link === 'refused' || watching.link === 'unreachable';
  const taken = isTaken(live);
  const { video } = player;
  // The page covers its own picture, and not one that is shown beside it.
  useEffect(() => {
    if (taken && video.current) bringBack(video.current);
  }, [taken, video]);
  return (
    <>
      <video
        ref={video}
        playsInline
        disablePictureInPicture={taken}
        className={styles.video}
        aria-label={m.live_picture({ name: live.profile.exibitionName })}
      />
      {waiting !== null && (
        <div className={classNames(styles.waiting, taken && styles.taken)}>
          {stands || taken ? <TvMinimal aria-hidden /> : <Spinner />}
          <p role="status">{waiting}</p>
          {stands && !taken && (
            <Button variant="line" small onClick={watching.restart}>
              <RefreshCw aria-hidden />
              {m.try_again()}
            </Button>
          )}
        </div>
      )}
      {player.waitsForPress && waiting === null && (
        <button type="button" className={styles.unmute} onClick={player.toggleMuted}>
          <Volume2 aria-hidden />
          {m.live_unmute()}
        </button>
      )}
    </>
  );
};

// The producer's side of /live: preparing a show, answering a call, and the show that is open.
import { SHOW_TYPES, type ShowType } from '@camarim/contract/shows';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTopic } from '../../../client/realtime/use-topic.ts';
import type { User } from '../../../client/session/session.ts';
import { liveKeys } from '../keys.ts';
import { liveQuery } from '../queries.ts';
import { Answer } from './Answer.tsx';
import { OnAir } from './OnAir.tsx';
import { Setup } from './Setup.tsx';
import { ShowEnded } from './ShowEnded.tsx';
import { useCamera } from './use-camera.ts';

/** The call that was accepted before this page. Source: specification section 4. */
const useAccepted = (): { profileId: string; type: ShowType } | null => {
  const [search] = useSearchParams();
  const profileId = search.get('callForChat');
  const type = SHOW_TYPES.find((one) => one === search.get('chatType'));
  return profileId !== null && type ? { profileId, type } : null;
};

export default function Studio({ user: { profile } }: { user: User }) {
  const client = useQueryClient();
  const [, setSearch] = useSearchParams();
  const { data: live } = useQuery(liveQuery(profile.domainName, true));
  const open = live && live.state !== 'ended' ? live : null;
  const accepted = useAccepted();
  /** The show that this page was about, until its producer goes on from its last screen. */
  const [showId, setShowId] = useState<string | null>(null);
  if (open && open.id !== showId) setShowId(open.id);
  const ended = open === null ? showId : null;
  /** The caller to a party was let in: the party is open as it was before. */
  const [joined, setJoined] = useState(false);
  /** The show that a program was seen to send: its camera is opened by its producer only. */
  const [programShow, setProgramShow] = useState<string | null>(null);
  if (open?.program && programShow !== open.id) setProgramShow(open.id);
  // A show that is open goes on as soon as the page is there again; the picture of a program stays.
  const isAsked = open !== null && (open.program !== null || programShow === open.id);
  const camera = useCamera(ended || isAsked ? 'asked' : open === null ? 'allowed' : 'now');
  const onEnded = useEffectEvent(() => camera.close());
  useEffect(() => {
    if (ended) onEnded();
  }, [ended]);
  useTopic('profile', profile.id, { keys: [liveKeys.of(profile.domainName)] });
  const isThere =
    open !== null &&
    (accepted?.type === '3' ? accepted.profileId === open.privateWatcherId : joined);
  // The address must not open the call again once its show has ended.
  const onThere = useEffectEvent(() => {
    setJoined(false);
    setSearch({}, { replace: true });
  });
  const isAnswered = accepted !== null && isThere;
  useEffect(() => {
    if (isAnswered) onThere();
  }, [isAnswered]);
  if (accepted && !isThere)
    return (
      <Answer
        key={accepted.profileId}
        {...accepted}
        party={open}
        camera={camera}
        onStarted={() => {
          setJoined(true);
          void client.invalidateQueries({ queryKey: liveKeys.shows });
        }}
      />
    );
  if (ended && !accepted) return <ShowEnded showId={ended} onAgain={() => setShowId(null)} />;
  return open ? <OnAir key={open.id} live={open} camera={camera} /> : <Setup camera={camera} />;
}

// What sends a show: the camera of this page, or a program that its producer uses instead.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../client/api/errors.ts';
import { liveKeys } from '../keys.ts';
import { endpointOf } from '../media/signalling.ts';
import type { Live } from '../queries.ts';
import type { Camera } from './use-camera.ts';
import { usePublishing } from './use-publishing.ts';

/** `byProgram`: not this page sends it; `choose`: its camera takes the place of the program. */
export const useSource = (live: Live, camera: Camera) => {
  const client = useQueryClient();
  /**
   * Once a program or another device has sent it, this page sends only what its producer chooses.
   */
  const [yielded, setYielded] = useState(live.program !== null);
  const [chosen, setChosen] = useState(false);
  const takesOver = useRef(false);
  // Without a camera there is nothing to send instead.
  const byProgram = yielded && !(chosen && camera.problem === null);
  const address = useCallback(
    () => `${endpointOf('whip', live.id)}${takesOver.current ? '?takeOver=true' : ''}`,
    [live.id],
  );
  const publishing = usePublishing(
    live.id,
    live.state === 'paused' || byProgram ? null : camera.stream,
    address,
  );
  const { link, error } = publishing;
  const isRefused =
    link === 'refused' && error instanceof ApiError && error.code === 'live.sentByProgram';
  // A program that was answered may never connect: what this page sends goes on until it is lost.
  const isReplaced = isRefused || (live.program !== null && camera.stream === null && !chosen);
  useEffect(() => {
    if (!isReplaced) return;
    setYielded(true);
    setChosen(false);
  }, [isReplaced]);
  // Once: when this connection is lost, the program may have come back.
  useEffect(() => {
    if (link === 'connected') takesOver.current = false;
  }, [link]);
  const isStale = isRefused || (link === 'connected' && live.program !== null);
  useEffect(() => {
    if (isStale) void client.invalidateQueries({ queryKey: liveKeys.shows });
  }, [isStale, client]);
  const { close, open } = camera;
  // A program may need the same camera.
  useEffect(() => {
    if (byProgram) close();
  }, [byProgram, close]);
  return {
    publishing,
    byProgram,
    choose: () => {
      takesOver.current = true;
      setChosen(true);
      open();
    },
  };
};

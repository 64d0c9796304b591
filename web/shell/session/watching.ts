// Which profile's page is open, so that the socket brings what happens there. Apart from the socket, which loads later.
let watched: string | null = null;
let tell: ((profileId: string | null) => void) | undefined;

/** Call it from an effect: the answer stops watching. */
export const watchProfile = (profileId: string): (() => void) => {
  watched = profileId;
  tell?.(watched);
  return () => {
    if (watched !== profileId) return;
    watched = null;
    tell?.(null);
  };
};

/** Called by the socket at each connection: tells it at once, and at every change. */
export const tellWatched = (send: (profileId: string | null) => void): void => {
  tell = send;
  if (watched) send(watched);
};

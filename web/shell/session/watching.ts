// What is open on the page, so that the socket brings what happens there: a profile, and posts with
// their comments. Apart from the socket, which loads later.
let watched: string | null = null;
/** Posts, and in how many places their comments are open. */
const followed = new Map<string, number>();

type Tell = { watch: (profileId: string | null) => void; follow: (postIds: string[]) => void };
let tell: Tell | undefined;

/** Call it from an effect: the answer stops watching. */
export const watchProfile = (profileId: string): (() => void) => {
  watched = profileId;
  tell?.watch(watched);
  return () => {
    if (watched !== profileId) return;
    watched = null;
    tell?.watch(null);
  };
};

/** Call it from an effect where the comments of a post are open: the answer ends it. */
export const followPost = (postId: string): (() => void) => {
  const change = (by: number) => {
    const places = (followed.get(postId) ?? 0) + by;
    if (places > 0) followed.set(postId, places);
    else followed.delete(postId);
    // The latest are those that are looked at, if there are more than the server takes.
    if (places === 0 || (by > 0 && places === 1)) tell?.follow([...followed.keys()].reverse());
  };
  change(1);
  return () => change(-1);
};

/** Called by the socket at each connection: tells it at once, and at every change. */
export const tellWatched = (send: Tell): void => {
  tell = send;
  if (watched) send.watch(watched);
  if (followed.size > 0) send.follow([...followed.keys()].reverse());
};

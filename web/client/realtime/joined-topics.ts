// The realtime topics that the page needs: an open profile, and posts with open comments. Apart
// from the socket, which loads later.
let joinedProfile: string | null = null;
/** Posts, and in how many places their comments are open. */
const joinedPosts = new Map<string, number>();

type TopicSender = {
  watch: (profileId: string | null) => void;
  follow: (postIds: string[]) => void;
};
let sender: TopicSender | undefined;

/** Call it from an effect: the returned function leaves the topic. */
export const joinProfile = (profileId: string): (() => void) => {
  joinedProfile = profileId;
  sender?.watch(joinedProfile);
  return () => {
    if (joinedProfile !== profileId) return;
    joinedProfile = null;
    sender?.watch(null);
  };
};

/** Call it from an effect where the comments of a post are open: the returned function leaves. */
export const joinPost = (postId: string): (() => void) => {
  const change = (by: number) => {
    const places = (joinedPosts.get(postId) ?? 0) + by;
    if (places > 0) joinedPosts.set(postId, places);
    else joinedPosts.delete(postId);
    // The latest come first, because the server accepts a limited number.
    if (places === 0 || (by > 0 && places === 1)) sender?.follow([...joinedPosts.keys()].reverse());
  };
  change(1);
  return () => change(-1);
};

/** Called by the socket at each connection: sends the topics at once, and at every change. */
export const sendTopics = (send: TopicSender): void => {
  sender = send;
  if (joinedProfile) send.watch(joinedProfile);
  if (joinedPosts.size > 0) send.follow([...joinedPosts.keys()].reverse());
};

// The post topics of a socket: the posts that its page shows. Access is checked when a post is
// joined, and again when its owner hides.
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { WATCHED_POSTS_MAX } from '@camarim/contract/limits';
import { postRoom } from './delivery.ts';
import type { RealtimeOptions, RealtimeServer, RealtimeSocket } from './sockets.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const postsIn = (input: unknown): PostId[] =>
  Array.isArray(input)
    ? [
        ...new Set(input.filter((id): id is PostId => typeof id === 'string' && UUID.test(id))),
      ].slice(0, WATCHED_POSTS_MAX)
    : [];

const checkPost = async (
  { data, ...socket }: Pick<RealtimeSocket, 'data' | 'join' | 'leave'>,
  id: PostId,
  { canReadComments }: RealtimeOptions,
): Promise<void> => {
  const ownerId = (await canReadComments?.(data, id)) ?? null;
  // The page may have left the post during the check.
  if (!data.posts.has(id)) return;
  data.posts.set(id, ownerId);
  await (ownerId === null ? socket.leave(postRoom(id)) : socket.join(postRoom(id)));
};

/** Joins the topics of these posts and leaves all others. */
export const joinPosts = async (
  socket: RealtimeSocket,
  input: unknown,
  parts: RealtimeOptions,
): Promise<void> => {
  const wanted = postsIn(input);
  for (const id of [...socket.data.posts.keys()].filter((known) => !wanted.includes(known))) {
    socket.data.posts.delete(id);
    await socket.leave(postRoom(id));
  }
  const opened = wanted.filter((id) => !socket.data.posts.has(id));
  for (const id of opened) socket.data.posts.set(id, null);
  const one = {
    data: socket.data,
    join: socket.join.bind(socket),
    leave: socket.leave.bind(socket),
  };
  await Promise.all(opened.map((id) => checkPost(one, id, parts)));
};

/** Checks the access of all sockets to posts of these profiles again. */
export const recheckPosts = async (
  io: RealtimeServer,
  profileIds: readonly ProfileId[],
  parts: RealtimeOptions,
): Promise<void> => {
  for (const socket of io.sockets.sockets.values()) {
    for (const [id, ownerId] of socket.data.posts ?? []) {
      if (ownerId === null || !profileIds.includes(ownerId)) continue;
      await checkPost(
        { data: socket.data, join: socket.join.bind(socket), leave: socket.leave.bind(socket) },
        id,
        parts,
      );
    }
  }
};

// Whose comments a socket follows: posts that are open on its page, each judged when it is opened
// and when its owner hides.
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { WATCHED_POSTS_MAX } from '@camarim/contract/limits';
import { postRoom } from './delivery.ts';
import type { RealtimeParts, RealtimeServer, RealtimeSocket } from './realtime.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const postsIn = (wish: unknown): PostId[] =>
  Array.isArray(wish)
    ? [
        ...new Set(wish.filter((id): id is PostId => typeof id === 'string' && UUID.test(id))),
      ].slice(0, WATCHED_POSTS_MAX)
    : [];

const judge = async (
  { data, ...socket }: Pick<RealtimeSocket, 'data' | 'join' | 'leave'>,
  id: PostId,
  { mayFollow }: RealtimeParts,
): Promise<void> => {
  const ownerId = (await mayFollow?.(data, id)) ?? null;
  // It may have been closed while the answer was awaited.
  if (!data.posts.has(id)) return;
  data.posts.set(id, ownerId);
  await (ownerId === null ? socket.leave(postRoom(id)) : socket.join(postRoom(id)));
};

/** The posts that are open now, in the place of those that were. */
export const followPosts = async (
  socket: RealtimeSocket,
  wish: unknown,
  parts: RealtimeParts,
): Promise<void> => {
  const wanted = postsIn(wish);
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
  await Promise.all(opened.map((id) => judge(one, id, parts)));
};

/** Judges anew who follows posts of these profiles. */
export const judgeFollowers = async (
  io: RealtimeServer,
  profileIds: readonly ProfileId[],
  parts: RealtimeParts,
): Promise<void> => {
  for (const socket of io.sockets.sockets.values()) {
    for (const [id, ownerId] of socket.data.posts ?? []) {
      if (ownerId === null || !profileIds.includes(ownerId)) continue;
      await judge(
        { data: socket.data, join: socket.join.bind(socket), leave: socket.leave.bind(socket) },
        id,
        parts,
      );
    }
  }
};

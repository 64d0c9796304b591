// /follows: whom I follow, and who follows me.
import { z } from 'zod';
import { route } from '../route.ts';
import { instant, page } from '../wire.ts';
import { profileSummarySchema } from './profiles.ts';

const query = z.object({ ...page(24, 60), search: z.string().trim().max(60).optional() });

const followed = profileSummarySchema.extend({
  followedAt: instant,
  /** I follow this profile. */
  follower: z.boolean(),
});

export const followsRoutes = {
  'GET /follows/followings': route({
    id: 'follows.followings',
    summary: 'Whom I follow, newest first',
    auth: 'member',
    query,
    reply: z.array(followed),
    list: 'offset',
  }),
  'GET /follows/followers': route({
    id: 'follows.followers',
    summary: 'Who follows me, newest first',
    auth: 'member',
    query,
    reply: z.array(followed),
    list: 'offset',
  }),
};

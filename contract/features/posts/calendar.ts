// /posts/calendar: what a producer's page will show, day by day.
import { z } from 'zod';
import { CALENDAR_POSTS_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { instant } from '../../wire.ts';
import { postSchema } from '../posts.ts';

export const calendarRoutes = {
  'GET /posts/calendar': route({
    id: 'posts.calendar',
    summary: `My posts that begin or end in a span of at most 45 days, earliest start first, at most ${CALENDAR_POSTS_MAX}; neither drafts nor archived ones`,
    auth: 'producer',
    query: z.object({
      from: instant,
      until: instant.meta({ description: 'not itself in the span' }),
    }),
    reply: z.array(postSchema).max(CALENDAR_POSTS_MAX),
    errors: ['validate.invalid'],
  }),
};

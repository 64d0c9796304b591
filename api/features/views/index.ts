// What other features and the composition root may use of views.
import type { ProfileId } from '@camarim/contract/ids';
import { jsonFile } from '../../platform/archive/archive.ts';
import { defineFeature } from '../../feature.ts';
import type { Ctx } from '../../context.ts';
import { defineViewsJobs, serveViews } from './jobs.ts';
import { deleteViewsOf, viewsByDay, viewsByHour } from './store.ts';
import { watchedByDay } from './watch-store.ts';

export { countView, countWatched, flushViews } from './counter.ts';
export { forgetViewers } from './jobs.ts';
export { isProgram } from './rules.ts';
export { deleteViewsOf, viewsByDay, viewsByHour } from './store.ts';
export { watchedByDay, WATCHERS_PER_ADDRESS } from './watch-store.ts';

const EVER = { from: '-infinity', to: 'infinity' };

/** How often pages and posts were seen, without a record of by whom. */
export const views = defineFeature({
  name: 'views',
  jobs: defineViewsJobs,
  serve: serveViews,
  personalData: [
    {
      text: 'data.views',
      tables: ['view_days', 'view_hours', 'watch_days'],
      ground: 'contract',
      removal: 'erased',
      by: [({ db }: Ctx, profileId: ProfileId) => deleteViewsOf(db, profileId)],
    },
    {
      text: 'data.viewMarks',
      tables: ['view_marks', 'watch_marks', 'watch_viewers'],
      ground: 'contract',
      removal: 'kept',
      basis: 'service',
      days: 1,
    },
  ],
  exporters: [
    ({ db }: Ctx, profileId: ProfileId) => [
      jsonFile('profiles/views-by-day.json', () => viewsByDay(db, profileId, EVER)),
      jsonFile('profiles/view-hours.json', () => viewsByHour(db, profileId, EVER)),
      jsonFile('profiles/watched.json', () => watchedByDay(db, profileId, EVER)),
    ],
  ],
});

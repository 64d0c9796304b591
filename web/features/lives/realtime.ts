// Shows that changed: the number of their watchers is written where they are shown, and a change of
// state is looked up.
import { type FeatureRealtime, invalidate } from '../../client/realtime/handlers.ts';
import { liveKeys } from './keys.ts';

type Shown = { id: string; watchers: number } | null;

export const realtime: FeatureRealtime = (client) => ({
  livesMedia: () => invalidate(client, liveKeys.active, liveKeys.shows),
  lives: ({ data: { id, state, watchers } }) => {
    if (watchers !== undefined)
      client.setQueriesData<Shown>({ queryKey: liveKeys.shows }, (live) =>
        live?.id === id ? { ...live, watchers } : live,
      );
    if (state !== undefined) invalidate(client, liveKeys.active, liveKeys.shows);
    else invalidate(client, liveKeys.watchers(id));
  },
  'call-for-chat': () => invalidate(client, liveKeys.calls),
  'accept-call-for-chat': () => invalidate(client, liveKeys.calls, liveKeys.shows),
  'reverse-call': () => invalidate(client, liveKeys.shows),
  'live-money': () => invalidate(client, liveKeys.shows),
});

// Parts for other features and the app that load when they are needed.
import { lazyPart, loadPart } from '../../client/load-part.ts';

export const MediaViewer = lazyPart(() => import('./viewer/MediaViewer.tsx'));

/** Loads what plays HLS. */
export const loadHls = () =>
  loadPart(() => import('./player/hls-source.ts')).then(({ playHls }) => playHls);

// Parts for other features and the app that load when they are needed.
import { lazyPart } from '../../client/load-part.ts';

export const MediaViewer = lazyPart(() => import('./viewer/MediaViewer.tsx'));

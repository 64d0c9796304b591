// Parts for other features and the app that load when they are needed.
import { lazyPart } from '../../client/load-part.ts';

export const RequestStatus = lazyPart(() => import('./request/RequestStatus.tsx'));
/** What a person sent to become a producer, for administrators. */
export const RequestDocuments = lazyPart(() => import('./admin/RequestDocuments.tsx'));

// Parts for other features that load when they are needed.
import { lazyPart } from '../../client/load-part.ts';

/** In which lists a person is. */
export const PersonLists = lazyPart(() => import('./PersonLists.tsx'));
/** The people of a list that is kept by hand. */
export const MembersDialog = lazyPart(() => import('./MembersDialog.tsx'));

// /dsb/review-settings: which content is reviewed before publication, and the versions of that.
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import { adminMeta, requireStaff, staffClientLoader } from '../../dsb/index.ts';
import { ReviewSettings } from './ReviewSettings.tsx';

export const loader = async () => requireStaff(await requestScope().user(), 'settings.read');
export const clientLoader = staffClientLoader('settings.read');
export const meta = () => adminMeta(m.reviews_settings_title());

export default ReviewSettings;

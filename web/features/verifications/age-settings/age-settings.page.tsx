// /dsb/age-settings: which proof of age each place asks for, the verifiers and trusted issuers, and
// how attempts ended in the last weeks.
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import { adminMeta, requireStaff, staffClientLoader } from '../../dsb/index.ts';
import { Settings } from './Settings.tsx';

export const loader = async () => requireStaff(await requestScope().user(), 'settings.read');
export const clientLoader = staffClientLoader('settings.read');
export const meta = () => adminMeta(m.dsb_age_settings_title());

export default Settings;

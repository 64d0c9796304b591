// /dsb/fraud/settings: the limits against fraud and the times for which money of producers waits.
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import { adminMeta, requireStaff, staffClientLoader } from '../../dsb/index.ts';
import { FraudSettings } from './FraudSettings.tsx';

export const loader = async () => requireStaff(await requestScope().user(), 'money.read');
export const clientLoader = staffClientLoader('money.read');
export const meta = () => adminMeta(m.fraud_settings_title());

export default FraudSettings;

// For administrators: policies that are still the templates of the release.
import { TriangleAlert } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../client/session/session.ts';
import { NoticeBox } from '../../../ui/display/Notice.tsx';
import { POLICY_TITLES } from './policy-names.ts';

/** Nothing once each text was replaced. */
export const TemplatePolicies = () => {
  const templates = useSession().user?.templatePolicies ?? [];
  if (templates.length === 0) return null;
  const names = templates.map((name) => POLICY_TITLES[name]()).join(', ');
  return (
    <NoticeBox>
      <TriangleAlert aria-hidden />
      <p>{m.policies_are_templates({ names })}</p>
    </NoticeBox>
  );
};

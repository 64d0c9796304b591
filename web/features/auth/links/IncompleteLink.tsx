// What a page of an email's link shows when it is opened without the link's token.
import { Link2Off } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';

/** `askAt`: the page that sends another link. */
export const IncompleteLink = ({ askAt }: { askAt: string }) => (
  <EmptyState
    icon={<Link2Off aria-hidden />}
    title={m.link_incomplete_title()}
    action={
      <ButtonLink variant="main" to={askAt}>
        {m.link_incomplete_ask()}
      </ButtonLink>
    }
  >
    {m.link_incomplete_text()}
  </EmptyState>
);

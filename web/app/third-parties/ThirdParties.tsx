// Runs the configured scripts of others. Shown only to who has agreed to all cookies; taking that
// back loads the page again without them.
import { useQueryClient } from '@tanstack/react-query';
import type { Hooks } from '@camarim/contract/page-host';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { walletQuery } from '../../features/funds/index.ts';
import { useSession } from '../../client/session/session.ts';
import { loadScript } from '../../client/third-parties/load-script.ts';
import { startSupport, supportVisitorOf } from './support.ts';
import {
  startTagManager,
  reportLogIn,
  reportPageView,
} from '../../client/third-parties/page-views.ts';

export default function ThirdParties({
  hooks: { support, tagManager, fraudScreen },
}: {
  hooks: Hooks;
}) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const client = useQueryClient();

  useEffect(() => {
    if (!support) return;
    const balance = client.getQueryData(walletQuery().queryKey)?.balance ?? 0;
    void startSupport(support, user && supportVisitorOf(user, balance));
  }, [support, user, client]);

  useEffect(() => {
    if (fraudScreen && user)
      loadScript(fraudScreen.replaceAll('{session}', encodeURIComponent(user.sessionId))).catch(
        reportError,
      );
  }, [fraudScreen, user]);

  useEffect(() => {
    if (tagManager) startTagManager(tagManager);
  }, [tagManager]);

  useEffect(() => {
    if (tagManager && user) reportLogIn();
  }, [tagManager, user]);

  useEffect(() => {
    if (tagManager) reportPageView(pathname);
  }, [tagManager, pathname]);

  return null;
}

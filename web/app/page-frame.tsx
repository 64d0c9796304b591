// Around every page: who may open it, and what is shown in its place when it fails.
import { Outlet, redirect } from 'react-router';
import type { Route } from './+types/page-frame';
import { redirectOf } from './access.ts';
import { ErrorPage } from './errors/ErrorPage.tsx';
import { requestScope } from '../client/request-scope.server.ts';
import { currentUser } from '../client/session/session.ts';

export const middleware: Route.MiddlewareFunction[] = [
  async ({ pattern, url }) => {
    const elsewhere = redirectOf(pattern, await requestScope().user(), url.pathname + url.search);
    if (elsewhere) throw redirect(elsewhere);
  },
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ pattern, url }) => {
    const elsewhere = redirectOf(pattern, currentUser(), url.pathname + url.search);
    if (elsewhere) throw redirect(elsewhere);
  },
];

export default function Pages() {
  return <Outlet />;
}

export const ErrorBoundary = ErrorPage;

// Renders pages on the server; what api/platform/web mounts.
import { PassThrough, Writable } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
  type ServerBuild,
} from 'react-router';
import { overwriteGetLocale } from '../paraglide/runtime.js';
import { installTransport } from '../client/api/api.ts';
import { ApiError } from '../client/api/errors.ts';
import type { PageServer } from '@camarim/contract/page-host';
import { readPreferences } from '../client/preferences.ts';
import { hasSession, requestScope, runInScope } from '../client/request-scope.server.ts';
import { inlineStyles } from './inline-styles.ts';
import { hydrateOnIntent, type PageHandle } from './late-hydration.ts';

overwriteGetLocale(() => requestScope().preferences.locale);
installTransport((request) => requestScope().api(request));

/** A page that takes longer is cut off. */
const RENDER_MS = 10_000;

export const createResponder: PageServer<ServerBuild>['createResponder'] = (build, mode) => {
  const handle = createRequestHandler(build, mode);
  return (request, host) =>
    runInScope(request, host, async (scope) => {
      // Before any loader: a session that has to be renewed is renewed once.
      await scope.user();
      const response = await handle(request, new RouterContextProvider());
      for (const cookie of scope.setCookies) response.headers.append('set-cookie', cookie);
      return response;
    });
};

export const sharedKey: PageServer<ServerBuild>['sharedKey'] = (cookies) => {
  if (hasSession(cookies)) return null;
  const { locale, theme, adult, cookies: notice } = readPreferences(cookies);
  return [locale, theme, adult, notice].join('|');
};

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  if (error instanceof ApiError && error.status < 500) return;
  requestScope().host.fail(error);
};

/**
 * Whether the visitor's page waits for a sign of use. Parameters that pages read (a dialog, a
 * referral) and the hooks of other parties ask for code at once.
 */
const waitsForIntent = (request: Request, { staticHandlerContext, routeModules }: EntryContext) => {
  const { host, preferences } = requestScope();
  const page = staticHandlerContext.matches.at(-1)?.route.id ?? '';
  const handle = routeModules[page]?.handle as PageHandle | undefined;
  return (
    handle?.hydrate === 'on-intent' &&
    new URL(request.url).search === '' &&
    !(host.hooks && preferences.cookies === 'all')
  );
};

const sheetsOf = ({ manifest }: EntryContext): string[] => manifest.routes['root']?.css ?? [];

/**
 * The matched routes alone: React Router prepares all of the manifest's for every document.
 */
const withMatchedRoutes = (context: EntryContext): EntryContext => {
  const { manifest, staticHandlerContext } = context;
  const ids = new Set(staticHandlerContext.matches.map(({ route }) => route.id));
  const routes = Object.entries(manifest.routes).filter(([id]) => ids.has(id));
  return { ...context, manifest: { ...manifest, routes: Object.fromEntries(routes) } };
};

/** All that React writes of a page that is sent whole, without the streams of one that is not. */
const gather = (pipe: (destination: Writable) => void): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    pipe(
      new Writable({
        decodeStrings: false,
        write: (part: Uint8Array | string, _encoding, done) => {
          parts.push(typeof part === 'string' ? Buffer.from(part) : part);
          done();
        },
        final: (done) => {
          resolve(Buffer.concat(parts));
          done();
        },
        destroy: (error, done) => {
          reject(error);
          done(null);
        },
      }),
    );
  });

const render = (request: Request, status: number, headers: Headers, context: EntryContext) =>
  new Promise<Response>((resolve, reject) => {
    const { host } = requestScope();
    // Development pages have no policy, and the tool's own tags don't expect a nonce.
    const nonce = import.meta.env.PROD ? host.nonce : undefined;
    let answer = status;
    let started = false;
    // Crawlers, and visitors who share one rendering, get it whole; a signed-in person gets it as
    // it comes.
    const visitor = sharedKey(request.headers.get('cookie')) !== null;
    const whole = visitor || isbot(request.headers.get('user-agent'));
    const bodyOf = async (late: boolean) => {
      if (!whole) return createReadableStreamFromReadable(pipe(new PassThrough()));
      const page = await gather(pipe);
      if (!late) return page;
      const html = new TextDecoder().decode(page);
      return hydrateOnIntent(import.meta.env.PROD ? inlineStyles(html) : html);
    };
    const start = () => {
      started = true;
      headers.set('content-type', 'text/html; charset=utf-8');
      const late = visitor && waitsForIntent(request, context);
      // Before the document: its style sheets must not queue behind its scripts.
      for (const sheet of late && import.meta.env.PROD ? [] : sheetsOf(context))
        headers.append('link', `<${sheet}>; rel=preload; as=style`);
      resolve(bodyOf(late).then((body) => new Response(body, { status: answer, headers })));
    };
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={withMatchedRoutes(context)} url={request.url} nonce={nonce} />,
      {
        nonce,
        // React puts a part that is ready at the end of a long document, hidden, and shows it up to
        // 0.3 s later: the balance and the items of the bar would appear after the rest.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellReady: whole ? undefined : start,
        onAllReady: () => {
          // Its timer would keep the rendering in memory.
          clearTimeout(cutOff);
          if (whole) start();
        },
        onShellError: reject,
        onError: (error) => {
          answer = 500;
          // What fails before the shell is ready rejects, and is logged by the caller.
          if (started) host.fail(error);
        },
      },
    );
    const cutOff = setTimeout(abort, RENDER_MS).unref();
  });

export default render;

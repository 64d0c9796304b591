// How the scopes of a consent are called, for the person and for the producer.
import { m } from '../../../paraglide/messages.js';
import type { ConsentScope } from './queries.ts';

/** In the order of the page. */
export const SCOPES: readonly ConsentScope[] = ['post', 'message', 'live', 'download', 'resale'];

export const scopeName = (scope: ConsentScope): string =>
  ({
    post: m.consent_scope_post,
    message: m.consent_scope_message,
    live: m.consent_scope_live,
    download: m.consent_scope_download,
    resale: m.consent_scope_resale,
  })[scope]();

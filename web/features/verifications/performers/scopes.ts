// How the scopes of a consent are called, for the person and for the producer.
import { m } from '../../../paraglide/messages.js';
import { formatList } from '../../../ui/display/formats.ts';
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

/** In one word, as parts of a sentence. */
const SHORT: Record<ConsentScope, () => string> = {
  post: m.consent_short_post,
  message: m.consent_short_message,
  live: m.consent_short_live,
  download: m.consent_short_download,
  resale: m.consent_short_resale,
};

/** Some of them as a list of the reader's language. */
export const scopeList = (scopes: readonly ConsentScope[]): string =>
  formatList(scopes.map((scope) => SHORT[scope]()));

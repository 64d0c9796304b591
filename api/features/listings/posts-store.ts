// Which posts are in lists, as pieces of SQL that every statement about lists of posts includes.

/** SQL that is true for a post (a row named `post`) that is listed for others at `now`. */
export const isListed = (
  now: string,
  post = 'p',
): string => `${post}.deleted_at IS NULL AND ${post}.archived_at IS NULL AND ${post}.withheld_at IS NULL AND ${post}.playable_at IS NOT NULL
  AND ${post}.start_when <= ${now}::timestamptz AND (${post}.expires_at IS NULL OR ${post}.expires_at > ${now}::timestamptz)`;

/**
 * SQL that is true for a post (a row named p) whose text is public. The text of a priced post
 * is its public teaser if it has media, else the text itself is sold.
 */
export const IS_READABLE = `p.audience = 'public' AND (p.price_centavos IS NULL OR EXISTS (SELECT FROM post_media m WHERE m.post_id = p.id))`;

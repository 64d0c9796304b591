// Pages for developers and operators that run no script: the colours and shapes of the site, in the
// theme of the system, as one document.
import { hash } from 'node:crypto';

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const STYLES = `
:root { color-scheme: light dark; --ground: light-dark(#fbf8fc, #100c14); --surface: light-dark(#ffffff, #18121e); --raised: light-dark(#f4eef7, #221a2b); --line: light-dark(#e4daea, #33283f); --ink: light-dark(#1c1422, #f6f0f8); --ink-soft: light-dark(#6b5c78, #b3a5bf); --rouge: light-dark(#cf1b50, #f0386b) }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 Figtree, system-ui, sans-serif }
main { max-width: 720px; margin: 0 auto; padding: 24px 16px }
h1 { margin: 0 }
h2 { margin: 0; font-size: 1.1rem }
p { margin: 4px 0; color: var(--ink-soft) }
article { margin-top: 16px; padding: 20px; border: 1px solid var(--line); border-radius: 14px; background: var(--surface) }
pre { margin: 12px 0 0; font: inherit; overflow-wrap: anywhere; white-space: pre-wrap }
a { color: var(--rouge) }
:focus-visible { outline: 2px solid var(--rouge); outline-offset: 2px }
`;

type PlainPage = {
  title: string;
  /** More rules, constant; part of the policy by their hash. */
  styles?: string;
  /** HTML, escaped by the caller. */
  body: string;
};

export const plainPage = ({ title, styles = '', body }: PlainPage): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLES}${styles}</style>
</head><body>${body}</body></html>`;

/** The Content-Security-Policy of a plain page with these styles. */
export const plainPolicy = (styles = ''): string =>
  `default-src 'none'; style-src 'sha256-${hash('sha256', STYLES + styles, 'base64')}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
